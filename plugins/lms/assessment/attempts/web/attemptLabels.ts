import type { AttemptInList, AttemptReview, Verdict } from '../contract.ts'

export const attemptStateLabels: Record<AttemptInList['state'], string> = {
  in_progress: 'Under way',
  overdue: 'Time is over',
  awaiting_grade: 'Waits for a grade',
  finished: 'Submitted',
  discarded: 'Does not count',
}

export const formatMinutes = (count: number): string => (count === 1 ? '1 minute' : `${count} minutes`)

/** Explains why answers are not shown; undefined if they are. */
export function describeHiddenResult({ isTold, feedback, state }: AttemptReview): string | undefined {
  if (isTold) return undefined
  if (state === 'discarded')
    return 'This attempt does not count: its time ran out before it was submitted, or staff discarded it.'
  if (feedback === 'never') return 'Correct answers are not shown for this quiz.'
  if (feedback === 'once') return 'Correct answers were shown once, after submission.'
  return 'Correct answers are shown after the last attempt.'
}

export function describeVerdict({ isRight, points }: Pick<Verdict, 'isRight' | 'points'>) {
  if (isRight === null) return points === null ? 'Waits for a grade' : 'Graded'
  if (isRight) return 'Right'
  return points !== null && points > 0 ? 'Partly right' : 'Wrong'
}

/** Formats a duration as '1:02:03' or '12:05'. */
export function formatClock(seconds: number): string {
  const two = (count: number) => String(count).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/**
 * Builds the notice about the time that is left: at half of it for screen readers alone, five minutes and one before the end
 * for all (`isNearEnd`); undefined before.
 */
export function getTimeNotice(seconds: number, total: number): { words: string; isNearEnd: boolean } | undefined {
  if (seconds <= 0) return { words: 'The time is over.', isNearEnd: true }
  if (seconds <= 60) return { words: 'Less than a minute is left.', isNearEnd: true }
  if (seconds <= 300 && total > 300) return { words: 'Less than 5 minutes are left.', isNearEnd: true }
  return seconds <= total / 2 ? { words: 'Half of the time is left.', isNearEnd: false } : undefined
}
