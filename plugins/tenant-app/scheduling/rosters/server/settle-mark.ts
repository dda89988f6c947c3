import type { Attendance, AttendanceMark } from '../contract.ts'

/** The present state of a student in a meeting. */
interface Standing {
  attendance: Attendance | null
  /** Time at which it was made, ISO; null before the first mark. */
  markedAt: string | null
}

const isThere = (mark: Attendance | null) => mark === 'present' || mark === 'late'

const hasDetails = ({ note, arrivedAt, leftAt, collectedBy }: AttendanceMark) =>
  note !== '' || arrivedAt !== null || leftAt !== null || collectedBy !== ''

/**
 * Decides on a mark that was made without having seen the last one. A child who was seen is not made absent by it;
 * otherwise the mark that was made later counts.
 * @param madeAt when the mark was made, ISO; undefined where its device does not say, which never makes it the later one
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

/** Times that a device may give of a meeting, ISO: its day, until now. */
interface MadeBounds {
  dayStartsAt: string
  dayEndsAt: string
  now: Date
}

/** Milliseconds by which a device's time may differ from now without being late or wrong. */
export const CLOCK_TOLERANCE_MS = 60_000

/**
 * Moves a device's time into what can be: a clock may be wrong by hours. Seconds are moved without a flag. A mark that is
 * made now about an earlier day corrects it, and keeps its time.
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
