import { z } from 'zod'
import { MAX_OPENING_DAYS, openingFields } from '../../courses/opening-contract.ts'
import { isReached, withoutPercent } from '../../../shared/scores-contract.ts'

const percent = z.number('Not a number').int('Not a whole number').min(0, 'At least 0').max(100, 'At most 100')

const days = z.number('Not a number').int('Not a whole number').min(0, 'At least 0')

/** Maximum days for which submissions are accepted after the due date. */
export const MAX_DAYS_LATE = 365

/** Due date of a submission, and the deduction for late ones. */
export const dueFields = {
  /** Due at the end of this day in the time zone of the learner's organization; takes precedence over `dueAfterDays`. */
  dueOn: openingFields.opensOn.default(null),
  /** Due at the end of the day this many days after enrollment; null: no due date. */
  dueAfterDays: days.max(MAX_OPENING_DAYS, `At most ${MAX_OPENING_DAYS}`).nullable().default(null),
  /** Days after the due date for which submissions are accepted; null: unlimited. */
  closesAfterDays: days.max(MAX_DAYS_LATE, `At most ${MAX_DAYS_LATE}`).nullable().default(null),
  /** Percent of the maximum score deducted for each hour or day that has begun; 0: lateness is not penalized. */
  latePercent: percent.default(0),
  latePer: z.enum(['hour', 'day']).default('day'),
  /** Percent below which lateness deducts nothing. */
  lateFloor: percent.default(0),
  /** Percent that learners without a submission get at the due date; null: none. */
  missingScore: percent.nullable().default(null),
}

const due = z.object(dueFields)
export type DueRules = z.output<typeof due>

/** Checks if there is a due date. */
export const hasDue = ({ dueOn, dueAfterDays }: DueRules): boolean => dueOn !== null || dueAfterDays !== null

const SECONDS_PER = { hour: 3600, day: 86_400 }

/**
 * Computes the percent that lateness deducts from a score: for each hour or day that has begun, and never below the floor. A
 * score that is below the floor already stays.
 * @param score percent, 0 to 100
 */
export function computeDeduction(
  { latePercent, latePer, lateFloor }: DueRules,
  { score, lateSeconds }: { score: number; lateSeconds: number },
): number {
  const begun = Math.ceil(Math.max(0, lateSeconds) / SECONDS_PER[latePer])
  return Math.min(begun * latePercent, Math.max(0, withoutPercent(score, lateFloor)))
}

/** Describes the due date as its author has set it; undefined: none. */
export function describeDue({ dueOn, dueAfterDays }: DueRules): string | undefined {
  if (dueOn !== null) {
    return new Date(dueOn).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  }
  if (dueAfterDays === null) return undefined
  return dueAfterDays === 0 ? 'On the day of enrollment' : `${formatDays(dueAfterDays)} after enrolling`
}

/** Describes the rules in sentences for learners; none without a due date. */
export function describeDueRules(rules: DueRules): string[] {
  if (!hasDue(rules)) return []
  const { closesAfterDays, latePercent, latePer, lateFloor, missingScore } = rules
  return [
    ...(closesAfterDays === 0 ? ['Submissions close then.'] : []),
    ...(closesAfterDays ? [`Late work is accepted for ${formatDays(closesAfterDays)}.`] : []),
    ...(latePercent > 0 && closesAfterDays !== 0
      ? [`Each ${latePer} late takes ${latePercent}% off the grade${lateFloor > 0 ? `, down to ${lateFloor}%` : ''}.`]
      : []),
    ...(missingScore === null ? [] : [`Without a submission, the grade is ${missingScore}%.`]),
  ]
}

const formatDays = (count: number) => (count === 1 ? '1 day' : `${count} days`)

/** Lists contradictions, in sentences for the author. */
export const listUnfinishedDue = (
  { missingScore }: DueRules,
  { doneWhen, passPercent }: { doneWhen: 'handed-in' | 'passed'; passPercent: number },
): string[] =>
  doneWhen === 'passed' && missingScore !== null && isReached(missingScore, passPercent)
    ? ['Learners without a submission would pass']
    : []
