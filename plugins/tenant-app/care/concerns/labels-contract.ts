import type { ConcernEntryKind } from './contract.ts'

export const entryKindLabels: Record<ConcernEntryKind, string> = {
  addition: 'Addition',
  action: 'Action',
  referral: 'Referral',
  decision: 'Decision',
  outcome: 'Outcome',
}
