import type { DueRules } from '../../../authoring/lessons/kinds/due-contract.ts'

/** Learner who submits. */
interface Learner {
  /** Start of their days: their enrollment, or its renewal. */
  since: string
  /** Time zone of their organization, in which days begin and end. */
  timeZone: string
}

export interface Due {
  /** The end of the day by which it is due; null: at any time. */
  dueAt: string | null
  /** From when on nothing is taken; null: it always is. */
  closesAt: string | null
}

/** Computes the due date of a learner, and until when work is accepted. Days are as long as the calendar has them. */
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

/** Seconds that it comes after it was due; at the very moment it is in time. */
export const computeSecondsLate = (dueAt: string | null, now: Date): number =>
  dueAt === null ? 0 : Math.max(0, Math.ceil((now.getTime() - Date.parse(dueAt)) / 1000))
