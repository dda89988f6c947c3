import type { RestrictionKind } from '../contract.ts'

export const restrictionNames: Record<RestrictionKind, string> = {
  'court-order': 'Court order',
  'protection-order': 'Protection order',
  custody: 'Custody agreement',
  other: 'Other',
}
