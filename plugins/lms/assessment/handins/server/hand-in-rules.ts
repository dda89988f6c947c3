import { longDate } from '#core/server/texts.ts'
import { MAX_VERSIONS, type HandInState } from '../contract.ts'
import type { HandInFeedback } from '../feedback-contract.ts'
import type { LockedSubmission } from './lock-submission.ts'

type Asked = Pick<LockedSubmission, 'due' | 'timeZone' | 'details'>

/**
 * Explains why nothing can be submitted now, in a sentence for the learner; null: it can. Returned work can be resubmitted at
 * any time, graded work only if the lesson has to be passed and was not.
 */
export function findRefusal(
  { due, timeZone, details }: Asked,
  { state, number }: { state: HandInState; number: number },
  feedback: HandInFeedback | null,
  now: Date,
): string | null {
  if (state === 'excused') return 'You do not have to submit this.'
  if (number >= MAX_VERSIONS) return `You can submit at most ${MAX_VERSIONS} versions.`
  if (state === 'returned') return null
  if (state === 'graded' && !(details.doneWhen === 'passed' && feedback?.isPassed === false)) {
    return 'It is graded and can no longer be submitted.'
  }
  if (due.closesAt !== null && Date.parse(due.closesAt) <= now.getTime()) {
    // Submissions closed at the end of a day, which is the day before that instant.
    return `Submissions closed on ${longDate(new Date(Date.parse(due.closesAt) - 1).toISOString(), timeZone)}.`
  }
  return null
}
