import type { RetainedKind } from '../retention-contract.ts'

export const retainedLabels: Record<RetainedKind, string> = {
  health: 'health data',
  consents: 'consents',
  attendance: 'attendance',
}
