import type { BadgeTone } from '#core/web/ui/display/Badge.tsx'
import type { CertificateState, RevocationReason } from '../contract.ts'

export const stateWords: Record<CertificateState, { label: string; tone: BadgeTone }> = {
  valid: { label: 'Valid', tone: 'green' },
  expired: { label: 'Expired', tone: 'amber' },
  revoked: { label: 'Revoked', tone: 'red' },
  replaced: { label: 'Replaced', tone: 'neutral' },
}

/** As whoever checks the certificate reads them. */
export const reasonLabels: Record<RevocationReason, string> = {
  'issued-in-error': 'It was issued in error',
  'rules-broken': 'The course’s rules were not kept',
  other: 'Another reason',
}
