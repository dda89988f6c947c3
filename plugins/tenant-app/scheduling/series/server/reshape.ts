import { conflict, invalidField } from '#core/server/errors.ts'
import { describeEndTrouble } from '../../sessions/contract.ts'
import type { Repeat, SeriesChange } from '../contract.ts'
import type { OccurrenceRow } from './occurrence-rows.ts'
import { expand, type Occurrence } from './occurrences.ts'
import {
  daysOf,
  instantNearOf,
  instantOf,
  addMilliseconds,
  moveRule,
  readRule,
  ruleOf,
  wallOf,
  type Schedule,
} from './rule.ts'

const MINUTE_MS = 60_000

/** A session affected by the change, at its new time. */
export interface Moved {
  row: OccurrenceRow
  originalStart: string
  startDate: string
  endDate: string
  /** True for one that has begun, is completed, has attendance, or was canceled by a user: at most its key moves. */
  isKept: boolean
}

export interface Reshaped {
  schedule: Schedule
  durationMinutes: number
  /** Sessions before the split; empty where the whole series changes. */
  before: OccurrenceRow[]
  moved: Moved[]
  /** Sessions that the rule no longer makes, or whose new time daylight saving skips. */
  vanishing: Moved[]
  appearing: Occurrence[]
  nonexistent: string[]
}

/** Present schedule of the series. */
export interface SeriesShape extends Schedule {
  durationMinutes: number
}

const durationOf = ({ startDate, endDate }: Pick<OccurrenceRow, 'startDate' | 'endDate'>) =>
  Date.parse(endDate) - Date.parse(startDate)

/**
 * Moves the sessions of a changed series, without checking closed days and clashes. They move by the same local time and
 * calendar days as `pivot`, the session that the user changed; so do those that were moved before, and the keys of sessions
 * that stay, so that the rule does not repeat a canceled one.
 * @throws conflict where no session is upcoming, invalid at a field
 */
export function reshape(
  series: SeriesShape,
  rows: readonly OccurrenceRow[],
  pivot: OccurrenceRow,
  change: SeriesChange,
  now: Date,
): Reshaped {
  const isToCome = ({ startDate }: OccurrenceRow) => Date.parse(startDate) > now.getTime()
  const start = change.scope === 'following' ? rows.indexOf(pivot) : 0
  const concerned = rows.slice(start)
  const first = concerned.find((row) => isToCome(row) && !isKept(row, now))
  if (!first) throw conflict('scope', 'No session of this series is still to come')
  const shift = shiftOf(series, pivot, change)
  const moved: Moved[] = []
  const vanishing: Moved[] = []
  const nonexistent: string[] = []
  for (const row of concerned) {
    const { startDate: begins, endDate } = row
    const asItIs = {
      row,
      originalStart: shift.key(row.originalStart),
      startDate: begins,
      endDate,
      isKept: isKept(row, now),
    }
    if (asItIs.isKept) {
      moved.push(asItIs)
      continue
    }
    const wall = shift.wall(row.startDate)
    const startDate = shift.isNone ? row.startDate : instantOf(wall, series.timeZone)
    if (startDate) {
      const isOwn = row.detached.includes('startDate') || row.detached.includes('endDate')
      const duration = isOwn || shift.duration === undefined ? durationOf(row) : shift.duration
      moved.push({ ...asItIs, startDate, endDate: addMilliseconds(startDate, duration) })
    } else {
      nonexistent.push(wall.toString({ smallestUnit: 'minute' }))
      vanishing.push(asItIs)
    }
  }
  const durationMinutes =
    shift.duration === undefined ? series.durationMinutes : Math.max(Math.round(shift.duration / MINUTE_MS), 1)
  const base = {
    durationMinutes,
    before: rows.slice(0, start),
    moved,
    vanishing,
    nonexistent,
  }
  const schedule = scheduleFrom(series, first, shift)
  if (!change.repeat || isSame(schedule, change.repeat)) return { ...base, schedule, appearing: [] }
  return { ...base, ...applyRule(schedule, change.repeat, base, durationMinutes) }
}

/** A session that stays canceled at its old time, though its key has moved. */
const keepOldTime = (moved: Moved): Moved => ({
  ...moved,
  startDate: moved.row.startDate,
  endDate: moved.row.endDate,
})

/** Reports whether a session stays unchanged, whatever its series becomes. */
function isKept(row: OccurrenceRow, now: Date): boolean {
  if (row.status === 'cancelled') return !row.isSkipped
  return row.status !== 'scheduled' || row.hasAttendance || Date.parse(row.startDate) <= now.getTime()
}

interface Shift {
  isNone: boolean
  /** Number of calendar days to move. */
  days: number
  wall: (instant: string) => Temporal.PlainDateTime
  key: (instant: string) => string
  /** New duration in milliseconds; undefined if unchanged. */
  duration: number | undefined
}

function shiftOf({ timeZone }: SeriesShape, pivot: OccurrenceRow, change: SeriesChange): Shift {
  const [from, to] = [wallOf(pivot.startDate, timeZone), wallOf(change.startDate ?? pivot.startDate, timeZone)]
  const days = from.toPlainDate().until(to.toPlainDate()).days
  const clock = from.toPlainTime().until(to.toPlainTime())
  const wall = (instant: string) => wallOf(instant, timeZone).add({ days }).add(clock)
  const isNone = from.equals(to)
  const { startDate = pivot.startDate, endDate = pivot.endDate } = change
  const trouble = describeEndTrouble({ startDate, endDate })
  if (trouble && (change.startDate || change.endDate)) throw invalidField('endDate', trouble)
  const asked = Date.parse(endDate) - Date.parse(startDate)
  return {
    isNone,
    days,
    wall,
    key: (instant) => (isNone ? instant : instantNearOf(wall(instant), timeZone)),
    duration: asked === durationOf(pivot) ? undefined : asked,
  }
}

/** Rule from the first upcoming session on, moved with it. */
function scheduleFrom(series: SeriesShape, first: OccurrenceRow, shift: Shift): Schedule {
  const key = wallOf(shift.key(first.originalStart), series.timeZone)
  const before = wallOf(first.originalStart, series.timeZone).toPlainDate().toString()
  const remaining =
    series.sessionCount === null ? null : Math.max(daysOf(series).filter((day) => day >= before).length, 1)
  return {
    timeZone: series.timeZone,
    firstDay: key.toPlainDate().toString(),
    startTime: key.toPlainTime().toString({ smallestUnit: 'second' }),
    rule: moveRule(series.rule, shift.days),
    lastDay: series.lastDay && Temporal.PlainDate.from(series.lastDay).add({ days: shift.days }).toString(),
    sessionCount: remaining,
  }
}

function isSame(schedule: Schedule, { days, everyWeeks, lastDay, count }: Repeat): boolean {
  const rule = readRule(schedule.rule)
  const last = count === null ? (schedule.lastDay ?? daysOf(schedule).at(-1)) : null
  return (
    rule.everyWeeks === everyWeeks &&
    rule.days.join() === days.join() &&
    lastDay === last &&
    (count === null || count === schedule.sessionCount)
  )
}

function applyRule(
  before: Schedule,
  repeat: Repeat,
  { moved, vanishing, nonexistent }: Pick<Reshaped, 'moved' | 'vanishing' | 'nonexistent'>,
  durationMinutes: number,
): Omit<Reshaped, 'durationMinutes' | 'before'> {
  const schedule = { ...before, rule: ruleOf(repeat), lastDay: repeat.lastDay, sessionCount: repeat.count }
  const made = expand(schedule, durationMinutes * MINUTE_MS)
  const dayOf = (instant: string) => wallOf(instant, schedule.timeZone).toPlainDate().toString()
  const days = new Set(made.days)
  const there = new Set(moved.map(({ originalStart }) => dayOf(originalStart)))
  const gone = moved.filter((one) => !one.isKept && !days.has(dayOf(one.originalStart)))
  return {
    schedule,
    moved: moved.filter((one) => !gone.includes(one)),
    vanishing: [...vanishing, ...gone.map(keepOldTime)],
    // Dates of canceled and begun sessions are taken, so that these are not repeated.
    appearing: made.occurrences.filter(({ originalStart }) => !there.has(dayOf(originalStart))),
    nonexistent: [...new Set([...nonexistent, ...made.nonexistent])],
  }
}
