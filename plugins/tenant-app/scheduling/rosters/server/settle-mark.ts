import type { Attendance, AttendanceMark } from '../contract.ts'

/** Present attendance of a student in a meeting. */
interface Standing {
  attendance: Attendance | null
  /** Time of the record, ISO; null before the first. */
  markedAt: string | null
}

const isThere = (mark: Attendance | null) => mark === 'present' || mark === 'late'

const hasDetails = ({ note, arrivedAt, leftAt, collectedBy }: AttendanceMark) =>
  note !== '' || arrivedAt !== null || leftAt !== null || collectedBy !== ''

/**
 * Decides whether a record made without having seen the last one counts. It cannot turn presence into absence; otherwise the
 * later one counts.
 * @param madeAt time of the record, ISO; undefined if its device gave none, so that it is never the later one
 */
export function settleMark(
  mark: AttendanceMark,
  standing: Standing,
  madeAt: string | undefined,
): 'merged' | 'counts' | 'overruled' {
  if (mark.mark === standing.attendance && !hasDetails(mark)) return 'merged'
  if (isThere(mark.mark) !== isThere(standing.attendance)) return isThere(mark.mark) ? 'counts' : 'overruled'
  const isLater = madeAt !== undefined && Date.parse(madeAt) > Date.parse(standing.markedAt ?? '')
  return isLater ? 'counts' : 'overruled'
}

/** Bounds for a device's time about a meeting, ISO: its day, until now. */
interface MadeBounds {
  dayStartsAt: string
  dayEndsAt: string
  now: Date
}

/** Milliseconds by which a device's time may differ from now without counting as late or wrong. */
export const CLOCK_TOLERANCE_MS = 60_000

/**
 * Limits a device's time to possible values: a clock may be wrong by hours. Seconds are corrected without a flag. A record made
 * now about an earlier day is a correction, and keeps its time.
 */
export function clipMadeAt(
  madeAt: string,
  { dayStartsAt, dayEndsAt, now }: MadeBounds,
): { at: string; isClipped: boolean } {
  const made = Date.parse(madeAt)
  const isNow = Math.abs(now.getTime() - made) <= CLOCK_TOLERANCE_MS
  const latest = isNow ? now.getTime() : Math.min(now.getTime(), Date.parse(dayEndsAt))
  const clipped = Math.min(Math.max(made, Date.parse(dayStartsAt)), latest)
  return { at: new Date(clipped).toISOString(), isClipped: Math.abs(clipped - made) > CLOCK_TOLERANCE_MS }
}
