import { clockText } from '../../sessions/web/dayLabels.ts'
import type { ChildSession } from '../contract.ts'

/** Choice of all days of a session that has not begun. */
export const ALL_DAYS = 'all'

interface DayOption {
  /** Id of the meeting, or `ALL_DAYS`. */
  id: string
  label: string
}

const dayText = (instant: string, timeZone: string) =>
  new Intl.DateTimeFormat(undefined, { weekday: 'short', month: 'short', day: 'numeric', timeZone }).format(
    new Date(instant),
  )

/**
 * Lists the days for an absence report, preceded by the choice of all days while the session has not begun; empty for a one-day
 * session.
 */
export function absenceDays({ days, isOpen }: Pick<ChildSession, 'days' | 'isOpen'>, zone: string): DayOption[] {
  if (isOpen && days.length < 2) return []
  const open = days
    .filter((day) => day.isOpen && day.absence === null)
    .map(({ meetingId, startsAt, endsAt }) => ({
      id: meetingId,
      label: `${dayText(startsAt, zone)}, ${clockText(startsAt, endsAt, zone)}`,
    }))
  return isOpen ? [{ id: ALL_DAYS, label: 'All days' }, ...open] : open
}
