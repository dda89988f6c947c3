import type { RetainedKind } from '../retention-contract.ts'

export const countText = (count: number, one: string) => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`

export const retainedLabels: Record<RetainedKind, string> = {
  health: 'health data',
  consents: 'consents',
  attendance: 'attendance',
}
