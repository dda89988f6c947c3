import type { LeftOutReason } from '../audience-contract.ts'
import type { MessageKind, MessageStatus } from '../contract.ts'

export const statusLabels: Record<MessageStatus, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Sending',
  sent: 'Sent',
  cancelled: 'Stopped',
}

export const statusTones = {
  draft: 'neutral',
  scheduled: 'blue',
  sending: 'blue',
  sent: 'green',
  cancelled: 'amber',
} as const

export const kindLabels: Record<MessageKind, string> = { announcement: 'Announcement', urgent: 'Urgent' }

export const leftOutLabels: Record<LeftOutReason, string> = {
  'no-email': 'No email address and no account',
  bounced: 'Email bounces, and no account',
  restricted: 'Restricted guardian',
  'no-right': 'May not be notified about these children',
  'no-guardian': 'No guardian who can be notified',
}
