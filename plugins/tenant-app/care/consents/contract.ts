import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, requiredText, text } from '#core/contract/fields.ts'
import { searchQuery } from '#core/contract/paging.ts'
import { admins } from '../../contract.ts'

/**
 * Kinds of consents by what they allow. `account`: a child under 13 has an account. `full-name`: public pages, such as that of
 * a certificate, show more than first name and initial. `leave-alone`: a child leaves a session without an adult.
 */
export const consentKinds = [
  'photo',
  'media-publication',
  'outings',
  'medical-treatment',
  'data',
  'account',
  'full-name',
  'leave-alone',
] as const
export const consentKind = z.enum(consentKinds, 'Please select a kind')
export type ConsentKind = z.infer<typeof consentKind>

/** State of a consent for one child: the combined last answers of its guardians. */
export const consentStates = ['given', 'refused', 'expired', 'missing'] as const
export const consentState = z.enum(consentStates)
export type ConsentState = z.infer<typeof consentState>

/** Audience of a consent: every child, some grades, or chosen children. */
export const askedOf = ['all', 'grades', 'students'] as const

/** Number of days before its end from which guardians are asked to renew a consent. */
export const RENEWAL_DAYS = 30

const day = z.iso.date('Choose a date')
const version = z.number().int()

export const person = z.object({ id, name: z.string() })

export const consent = z.object({
  id,
  kind: consentKind,
  title: z.string(),
  version,
  asked: z.enum(askedOf),
  grades: z.array(z.string()),
  /** Months after which a given consent ends; null for one without an end, or with one day for all. */
  expiresAfterMonths: z.number().int().nullable(),
  /** Last day for all students. */
  expiresOn: z.string().nullable(),
  withdrawnAt: instant.nullable(),
  remindedAt: instant.nullable(),
  /** Numbers of asked active students by state; each is null for platform staff. */
  given: z.number().int().nullable(),
  refused: z.number().int().nullable(),
  expired: z.number().int().nullable(),
  missing: z.number().int().nullable(),
  createdAt: instant,
  updatedAt: instant,
})
export type Consent = z.infer<typeof consent>

export const consentVersion = z.object({
  number: version,
  title: z.string(),
  body: z.string(),
  publishedBy: z.string(),
  publishedAt: instant,
})
export type ConsentVersion = z.infer<typeof consentVersion>

/** A consent with its audience, and all versions of its text, the present one first. */
export const consentDetail = consent.extend({
  students: z.array(person),
  versions: z.array(consentVersion),
})
export type ConsentDetail = z.infer<typeof consentDetail>

const textFields = {
  title: requiredText(200, 'Title is required'),
  body: text(20_000).min(1, 'Write what families are asked to allow'),
}

const termFields = {
  asked: z.enum(askedOf, 'Please select who is asked'),
  grades: z.array(requiredText(20)).max(100, 'At most 100 grades'),
  studentIds: z.array(id).max(1000, 'At most 1000 students'),
  expiresAfterMonths: z
    .number('Not a number')
    .int('Not a whole number')
    .min(1, 'At least 1')
    .max(120, 'At most 120')
    .nullable(),
  expiresOn: day.nullable(),
}

interface Terms {
  asked?: (typeof askedOf)[number] | undefined
  grades?: string[] | undefined
  studentIds?: string[] | undefined
  expiresAfterMonths?: number | null | undefined
  expiresOn?: string | null | undefined
}

function checkTerms(terms: Terms, context: z.RefinementCtx): void {
  const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
  if (terms.asked === 'grades' && terms.grades?.length === 0) refuse('grades', 'Choose a grade at least')
  if (terms.asked === 'students' && terms.studentIds?.length === 0) refuse('studentIds', 'Choose a student at least')
  if (terms.expiresAfterMonths && terms.expiresOn) refuse('expiresOn', 'Choose either months or a date')
}

export const newConsent = z
  .object({
    kind: consentKind,
    ...textFields,
    asked: termFields.asked.default('all'),
    grades: termFields.grades.default([]),
    studentIds: termFields.studentIds.default([]),
    expiresAfterMonths: termFields.expiresAfterMonths.default(null),
    expiresOn: termFields.expiresOn.default(null),
  })
  .superRefine(checkTerms)
export type NewConsent = z.output<typeof newConsent>

/** Change of the audience and the end. Existing answers keep their own end. */
export const consentChange = z
  .object({ ...termFields, updatedAt: instant })
  .partial()
  .superRefine(checkTerms)
export type ConsentChange = z.output<typeof consentChange>

/** New text; `asksAgain`: answers to earlier versions no longer count. */
export const newConsentVersion = z.object({ ...textFields, asksAgain: z.boolean(), updatedAt: instant.optional() })

/** State of a consent for one student, for staff. */
export const studentAnswer = z.object({
  studentId: id,
  studentName: z.string(),
  grade: z.string().nullable(),
  state: consentState,
  /** Guardian who gave the latest answer that counts. */
  answeredBy: z.string().nullable(),
  answeredAt: instant.nullable(),
  /** Last day of a given consent. */
  expiresOn: z.string().nullable(),
})
export type StudentAnswer = z.infer<typeof studentAnswer>

const answersFilter = { state: consentState.optional(), grade: text(20).optional() }

const consentParams = z.object({ id })
const ofConsent = '/api/consents/{id}'

export const consentsContract = {
  listConsents: endpoint({
    method: 'GET',
    path: '/api/consents',
    summary: 'Consents that families are asked for: the present ones first, by title, with how many have answered',
    access: admins,
    query: searchQuery.extend({ kind: consentKind.optional() }),
    response: z.array(consent),
  }),
  consentAudience: endpoint({
    method: 'GET',
    path: '/api/consents/audience',
    summary: 'Whom a consent can be asked of: the grades, and active students by name, 20 unless said otherwise',
    access: admins,
    query: searchQuery,
    response: z.object({
      grades: z.array(z.string()),
      students: z.array(person.extend({ grade: z.string().nullable() })),
    }),
  }),
  createConsent: endpoint({
    method: 'POST',
    path: '/api/consents',
    status: 201,
    summary: 'Ask families for a consent, from now on',
    audit: 'consent.created',
    access: admins,
    body: newConsent,
    bodyLimit: 196_608,
    response: consentDetail,
  }),
  getConsent: endpoint({
    method: 'GET',
    path: ofConsent,
    summary: 'One consent with its texts',
    access: admins,
    params: consentParams,
    response: consentDetail,
  }),
  updateConsent: endpoint({
    method: 'PUT',
    path: ofConsent,
    summary: 'Change who is asked for a consent and until when; its text changes by a new version',
    audit: 'consent.updated',
    unaudited: 'Where nothing differs, nothing is changed',
    access: admins,
    params: consentParams,
    body: consentChange,
    bodyLimit: 196_608,
    response: consentDetail,
  }),
  publishConsentVersion: endpoint({
    method: 'POST',
    path: '/api/consents/{id}/versions',
    status: 201,
    summary: 'Publish a new text of a consent, for which answers to the earlier ones count or not',
    audit: 'consent.published',
    access: admins,
    params: consentParams,
    body: newConsentVersion,
    bodyLimit: 196_608,
    response: consentDetail,
  }),
  withdrawConsent: endpoint({
    method: 'POST',
    path: '/api/consents/{id}/withdraw',
    summary: 'Ask for a consent no longer; nothing is allowed by it any more, and its answers stay',
    audit: 'consent.withdrawn',
    unaudited: 'Where it is withdrawn already',
    access: { ...admins, whileReadOnly: true },
    params: consentParams,
    response: consentDetail,
  }),
  listConsentAnswers: endpoint({
    method: 'GET',
    path: '/api/consents/{id}/answers',
    summary:
      'How a consent stands for each active student of whom it is asked, by name; for the organization’s own admins',
    access: admins,
    params: consentParams,
    query: searchQuery.extend(answersFilter),
    response: z.array(studentAnswer),
  }),
  exportConsentAnswers: endpoint({
    method: 'GET',
    path: '/api/consents/{id}/answers.csv',
    summary: 'The same list as CSV, whole',
    audit: 'consent.exported',
    access: admins,
    params: consentParams,
    query: z.object({ ...answersFilter, search: text(200).optional() }),
    response: 'file',
  }),
  remindOfConsent: endpoint({
    method: 'POST',
    path: '/api/consents/{id}/remind',
    summary: 'Email the guardians of students whose answer is missing or has expired, at most once a day',
    audit: 'consent.reminded',
    access: admins,
    params: consentParams,
    /** null for platform staff: a small number of emails would reveal answers. */
    response: z.object({ mails: z.number().int().nullable() }),
  }),
} as const
