import type { Attendance } from '../../../scheduling/rosters/contract.ts'

/** Attendance of a student at one meeting, with the times of both; instants in milliseconds. */
export interface AttendedMeeting {
  mark: Attendance | null
  firstIn: number | null
  lastOut: number | null
  markedAt: number
  startsAt: number
  endsAt: number
  /** Minutes that a day and night of a stay count; null for other meetings. */
  programMinutes: number | null
  /** Marked before meetings were kept. */
  isMigrated: boolean
}

/** Minutes attended, and how many of them rest on a time that was not recorded. */
export interface AttendedMinutes {
  minutes: number
  minutesAssumed: number
}

/**
 * Minutes that a student attended of a meeting: from the arrival to the departure within it. A missing arrival is the
 * start, of a late one the time of the mark if that is inside; a missing departure is the end. Then the minutes are
 * assumed. The database function `attended_minutes` says the same and keeps them with each mark.
 */
export function attendedMinutes(meeting: AttendedMeeting): AttendedMinutes {
  const { mark, lastOut, startsAt, endsAt, programMinutes } = meeting
  const arrival = arrivalOf(meeting)
  if (mark !== 'present' && mark !== 'late') return { minutes: 0, minutesAssumed: 0 }
  const end = Math.min(lastOut ?? endsAt, endsAt)
  const start = Math.max(arrival ?? startsAt, startsAt)
  const minutes = programMinutes ?? Math.max(0, roundHalfEven((end - start) / 60_000))
  return { minutes, minutesAssumed: arrival === null || lastOut === null ? minutes : 0 }
}

function arrivalOf({ mark, firstIn, markedAt, startsAt, endsAt, isMigrated }: AttendedMeeting): number | null {
  if (firstIn !== null) return firstIn
  const isTimed = mark === 'late' && !isMigrated && markedAt >= startsAt && markedAt <= endsAt
  return isTimed ? markedAt : null
}

/** Rounds as the database does. */
function roundHalfEven(value: number): number {
  const floor = Math.floor(value)
  const isTie = value - floor === 0.5
  return isTie ? floor + (floor % 2) : Math.round(value)
}

const countedOf = (column: string) => `case when x.is_held then a.${column} else 0 end`

/** SQL: minutes of attendance `a` at meeting `x`; none before its end, and none where it or its session is canceled. */
export const countedMinutes = countedOf('minutes')
export const assumedMinutes = countedOf('minutes_assumed')

/** SQL: true where meeting `m` of session `s` took place and is over at `$now`. */
export const isHeld = `(s.status <> 'cancelled' and m.status <> 'cancelled' and m.ends_at <= $now::timestamptz)`
