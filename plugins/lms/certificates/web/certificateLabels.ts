import type { BadgeTone } from '#core/web/ui/display/Badge.tsx'
import type { CertificateState, CourseCertificates, RevocationReason } from '../contract.ts'

export const stateLabels: Record<CertificateState, { label: string; tone: BadgeTone }> = {
  valid: { label: 'Valid', tone: 'green' },
  expired: { label: 'Expired', tone: 'amber' },
  revoked: { label: 'Revoked', tone: 'red' },
  replaced: { label: 'Replaced', tone: 'neutral' },
}

/** Reasons why a completed course has given no certificate, for its learner. */
export const missingReasonLabels: Record<NonNullable<CourseCertificates['noneBecause']>, string> = {
  'not-given': 'This course has no certificate.',
  'not-included':
    'There is no certificate: your organization did not have certificates when you completed this course.',
  'own-word': 'There is no certificate: this course has no quiz, watched video or submission that confirms completion.',
}

/** Revocation reasons, as the public reads them. */
export const reasonLabels: Record<RevocationReason, string> = {
  'issued-in-error': 'It was issued in error',
  'rules-broken': 'The course’s rules were not followed',
  other: 'Another reason',
}
