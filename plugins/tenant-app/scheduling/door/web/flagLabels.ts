import type { DoorFlag } from '../contract.ts'

/** Reasons for which an admin checks an event of the door. */
export const flagLabels: Record<DoorFlag, string> = {
  barred: 'Check: may not pick up',
  'not-allowed': 'Check: not on the list',
  canceled: 'Check: session canceled',
  removed: 'Check: no spot any more',
  clock: 'Check: wrong clock',
}
