import type { RetainedKind } from '../retention-contract.ts'

/** Capitalizes a description at the beginning of a line. */
export const capitalize = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

export const countText = (count: number, one: string) => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`

export const retainedLabels: Record<RetainedKind, string> = {
  health: 'health data',
  consents: 'consents',
  attendance: 'attendance',
}
