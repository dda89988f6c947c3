import type { Env } from '#config/env.ts'
import { originOf } from '#core/server/tenancy/origin.ts'
import { countText, longDate } from '#core/server/texts.ts'
import type { CertificateState, RevocationReason } from '../contract.ts'
import type { TemplateField } from '../template-contract.ts'
import type { Issued } from './certificate.ts'

export const difficultyNames: Record<Issued['difficulty'], string> = {
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
}

/** Builds the address that verifies a certificate: on the platform's own host, which outlives an organization's. */
export const getVerifyUrl = (env: Env, number: string): string => `${originOf(env, null)}/verify/${number}`

/** Formats minutes: `1.5 hours`, `45 minutes`; empty if the course has no duration. */
export function formatLength(minutes: number): string {
  if (minutes === 0) return ''
  if (minutes < 60) return countText(minutes, 'minute')
  return countText(Math.round(minutes / 6) / 10, 'hour')
}

/** Revocation reasons, as the public reads them. */
const reasonNames: Record<RevocationReason, string> = {
  'issued-in-error': 'it was issued in error',
  'rules-broken': 'the course’s rules were not followed',
  other: 'for another reason',
}

/** Describes the state of a certificate in a sentence. @param zone of the organization */
export function describeState(certificate: Issued & { state: CertificateState }, zone: string): string {
  const { state, expiresAt, revokedAt, revokedFor, replacedBy, replacedAt } = certificate
  const on = (instant: string | null) => (instant === null ? '' : ` on ${longDate(instant, zone)}`)
  switch (state) {
    case 'valid':
      return expiresAt === null
        ? 'This certificate is valid.'
        : `This certificate is valid until ${longDate(expiresAt, zone)}.`
    case 'expired':
      return `This certificate expired${on(expiresAt)}.`
    case 'revoked':
      return `This certificate was revoked${on(revokedAt)}: ${reasonNames[revokedFor ?? 'other']}.`
    case 'replaced':
      return `This certificate was replaced${on(replacedAt)} by ${replacedBy ?? 'another one'}.`
  }
}

/** Values of the fields of a template. */
export const toFieldValues = (
  { recipient, course, minutes, difficulty, completedAt, issuer }: Issued,
  zone: string,
): Record<TemplateField, string> => ({
  name: recipient,
  course,
  hours: formatLength(minutes),
  level: difficultyNames[difficulty],
  date: longDate(completedAt, zone),
  organization: issuer,
})
