import type { AttemptState } from '../attempts/contract.ts'

/** How far an attempt is, for those who look at others'. */
export const attemptStateWords: Record<AttemptState, string> = {
  in_progress: 'Under way',
  overdue: 'Time is over',
  awaiting_grade: 'Waits for a grade',
  finished: 'Handed in',
  discarded: 'Does not count',
}
