import type { DueRules } from '../../../authoring/lessons/kinds/due-contract.ts'

/** Learner who submits. */
interface Learner {
  /** Start of the learner's days: their enrollment, or its renewal. */
  since: string
  /** Time zone of the learner's organization, in which days begin and end. */
  timeZone: string
}

export interface Due {
  /** End of the due day; null: no due date. */
  dueAt: string | null
  /** Time from which submissions are refused; null: never. */
  closesAt: string | null
}

/** Computes the due date of a learner, and until when submissions are accepted. Days are calendar days. */
export function computeDue({ dueOn, dueAfterDays, closesAfterDays }: DueRules, { since, timeZone }: Learner): Due {
  const day = dueOn === null ? addDays(since, timeZone, dueAfterDays) : Temporal.PlainDate.from(dueOn)
  if (day === null) return { dueAt: null, closesAt: null }
  const endOf = (last: Temporal.PlainDate) =>
    last.add({ days: 1 }).toZonedDateTime(timeZone).toInstant().toString({ fractionalSecondDigits: 3 })
  return { dueAt: endOf(day), closesAt: closesAfterDays === null ? null : endOf(day.add({ days: closesAfterDays })) }
}

function addDays(since: string, timeZone: string, days: number | null): Temporal.PlainDate | null {
  if (days === null) return null
  return Temporal.Instant.from(since).toZonedDateTimeISO(timeZone).toPlainDate().add({ days })
}

/** Computes the seconds after the due date; a submission at the exact due date is in time. */
export const computeSecondsLate = (dueAt: string | null, now: Date): number =>
  dueAt === null ? 0 : Math.max(0, Math.ceil((now.getTime() - Date.parse(dueAt)) / 1000))
