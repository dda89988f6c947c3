import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, text } from '#core/contract/fields.ts'
import { searchQuery } from '#core/contract/paging.ts'
import { admins, enrollment, learners } from '../delivery/catalog/contract.ts'

/** State of a certificate. A replaced one was reissued under another number. */
export const certificateStates = ['valid', 'expired', 'revoked', 'replaced'] as const
const certificateState = z.enum(certificateStates)
export type CertificateState = z.infer<typeof certificateState>

/** Public reasons for a revocation. */
export const revocationReasons = ['issued-in-error', 'rules-broken', 'other'] as const
export const revocationReason = z.enum(revocationReasons, 'Please select a reason')
export type RevocationReason = z.infer<typeof revocationReason>

/** Days before a certificate's expiry when its learner is reminded; from the first on it can be renewed. */
export const REMINDER_DAYS = [60, 14] as const

/** `NORTH-2026-4F7KQ2M8XA`: organization, year, and ten random characters. */
const certificateNumber = z
  .string()
  .regex(/^[A-Z0-9]{2,8}-\d{4}-[0-9A-HJKMNP-TV-Z]{10}$/, 'Not a number of a certificate')

export const certificate = z.object({
  id,
  number: certificateNumber,
  state: certificateState,
  recipient: z.string(),
  courseId: id,
  course: z.string(),
  /** From 1; a renewal increments it. */
  cycle: z.number().int(),
  completedAt: instant,
  issuedAt: instant,
  /** null: it does not expire. */
  expiresAt: instant.nullable(),
  revokedAt: instant.nullable(),
  revokedFor: revocationReason.nullable(),
  replacedBy: certificateNumber.nullable(),
  /** Public address that verifies it. */
  verifyUrl: z.string(),
})
export type Certificate = z.infer<typeof certificate>

/** Certificate as its organization's admins read it. */
export const issuedCertificate = certificate.extend({
  /** Note of the admin who revoked it; only admins read it. */
  revocationNote: z.string().nullable(),
})
export type IssuedCertificate = z.infer<typeof issuedCertificate>

/** Certificate with characters that none of its PDF's fonts has. */
export const unprintableCertificate = z.object({
  id,
  /** Characters of its texts that are printed as `?`; empty if all can be printed. */
  letters: z.string(),
  /** Characters that would be, if it were reissued with the current names. */
  presentLetters: z.string(),
})
export type UnprintableCertificate = z.infer<typeof unprintableCertificate>

/** Maximum certificates that are checked for such characters at once: more than a page of their list has. */
const MAX_LOOKED_THROUGH = 100

/** Ids separated by commas, as in an address. */
const ids = z
  .string()
  .max(MAX_LOOKED_THROUGH * 37)
  .transform((value) => [...new Set(value.split(','))])
  .pipe(z.array(id).min(1).max(MAX_LOOKED_THROUGH, `At most ${MAX_LOOKED_THROUGH} certificates`))

/** Certificates of a learner for one course. */
export const courseCertificates = z.object({
  /** Newest first. */
  certificates: z.array(certificate),
  /** True if the course can be taken again for another certificate, since this one expires. */
  canRenew: z.boolean(),
  /**
   * Reason why a completed course has given no certificate: it gives none, its completion relies on the learner's own word
   * alone, or the organization's plan did not include certificates. null: it has given one, or is not completed.
   */
  noneBecause: z.enum(['not-given', 'own-word', 'not-included']).nullable(),
})
export type CourseCertificates = z.infer<typeof courseCertificates>

export const newRevocation = z.object({
  reason: revocationReason,
  /** Internal note of the organization. */
  note: text(500).default(''),
})

const listQuery = searchQuery.extend({ state: certificateState.optional() })
const one = z.object({ id })
const ofCourse = z.object({ courseId: id })

export const certificatesContract = {
  courseCertificates: endpoint({
    method: 'GET',
    path: '/api/tenant/courses/{courseId}/certificates',
    summary: 'The caller’s certificates of a course, the newest first',
    access: learners,
    params: ofCourse,
    response: courseCertificates,
  }),
  renewCourse: endpoint({
    method: 'POST',
    path: '/api/tenant/courses/{courseId}/renew',
    summary: 'Take a course again whose certificate expires soon or has expired; what was done before is kept',
    unaudited: 'The enrollment and the learner’s own log say who and when',
    access: learners,
    params: ofCourse,
    response: enrollment,
  }),
  certificatePdf: endpoint({
    method: 'GET',
    path: '/api/tenant/certificates/{id}/pdf',
    summary:
      'A certificate as PDF, marked where it is not valid any more; its learner’s and the organization’s admins’',
    rateLimit: 60,
    access: learners,
    params: one,
    response: 'file',
  }),
  certificateCredential: endpoint({
    method: 'GET',
    path: '/api/tenant/certificates/{id}/credential',
    summary: 'The caller’s certificate as Open Badges 3.0 credential: a JWT that programs verify',
    rateLimit: 60,
    access: learners,
    params: one,
    response: 'file',
  }),
  listCertificates: endpoint({
    method: 'GET',
    path: '/api/tenant/certificates',
    summary: 'Certificates of the organization, the newest first; searched in name, course and number',
    access: admins,
    query: listQuery,
    response: z.array(issuedCertificate),
  }),
  unprintableCertificates: endpoint({
    method: 'GET',
    path: '/api/tenant/certificates/unprintable',
    summary: 'Those of some certificates whose names have letters that cannot be printed',
    rateLimit: 120,
    access: { ...admins, scope: 'none' },
    query: z.object({ ids }),
    response: z.array(unprintableCertificate),
  }),
  exportCertificates: endpoint({
    method: 'GET',
    path: '/api/tenant/certificates/csv',
    summary: 'The same as CSV',
    audit: 'certificates.exported',
    rateLimit: 30,
    access: admins,
    query: listQuery.omit({ limit: true, offset: true }),
    response: 'file',
  }),
  revokeCertificate: endpoint({
    method: 'POST',
    path: '/api/tenant/certificates/{id}/revoke',
    summary: 'Revoke a certificate; anyone who verifies its number sees it immediately',
    audit: 'certificate.revoked',
    access: admins,
    params: one,
    body: newRevocation,
    response: issuedCertificate,
  }),
  reissueCertificate: endpoint({
    method: 'POST',
    path: '/api/tenant/certificates/{id}/reissue',
    summary:
      'Issue a certificate anew, with the present name and template, under another number that replaces this one',
    audit: 'certificate.reissued',
    access: { ...admins, needs: 'certificates' },
    params: one,
    response: issuedCertificate,
  }),
} as const
