import type { AttemptState } from '../attempts/contract.ts'

/** Labels of an attempt's state, for graders. */
export const attemptStateLabels: Record<AttemptState, string> = {
  in_progress: 'Under way',
  overdue: 'Time is over',
  awaiting_grade: 'Waits for a grade',
  finished: 'Submitted',
  discarded: 'Does not count',
}
