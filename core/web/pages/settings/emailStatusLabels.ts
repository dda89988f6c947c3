import type { MailStatus } from '#core/contract/mail.ts'
import type { BadgeTone } from '#core/web/ui/display/Badge.tsx'

export const emailStatusLabels: Record<MailStatus, { label: string; tone: BadgeTone }> = {
  pending: { label: 'Pending', tone: 'blue' },
  held: { label: 'Held', tone: 'amber' },
  sent: { label: 'Sent', tone: 'green' },
  suppressed: { label: 'Not sent', tone: 'neutral' },
  failed: { label: 'Failed', tone: 'red' },
}
