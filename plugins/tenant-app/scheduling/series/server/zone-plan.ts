import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { lockSchedule } from '../../sessions/server/schedule-sessions.ts'
import { session } from '../../sessions/contract.ts'
import type { ZoneRemark } from '../zone-contract.ts'
import { clashesOf, findWithoutInstructor } from './clashes.ts'
import { instantNearOf, addMilliseconds, wallOf } from './rule.ts'

const row = session
  .pick({
    id: true,
    name: true,
    startDate: true,
    endDate: true,
    instructorId: true,
    seriesId: true,
    originalStart: true,
  })
  .extend({
    /** True if it takes place, or would but for a closed day. */
    isScheduled: z.boolean(),
    isSkipped: z.boolean(),
    hasAttendance: z.boolean(),
    /** Zone of the series; null for a session without one. */
    timeZone: z.string().nullable(),
  })
type Row = z.infer<typeof row>

const isUpcoming = `s.start_date > $now and (s.status = 'scheduled' or s.is_skipped)`

// A session of a series that has begun has a key, which moves along.
const isMoving = `${isUpcoming} or s.series_id in (select s.series_id from sessions s where ${isUpcoming})`

const lockSessions = statement(`select from sessions s where ${isMoving} order by s.id for no key update`)

const selectAffectedSessions = statement(
  row,
  `select s.id, s.name, s.start_date as "startDate", s.end_date as "endDate", s.instructor_id as "instructorId",
      s.series_id as "seriesId", s.original_start as "originalStart", ${isUpcoming} and not s.is_skipped as "isScheduled",
      ${isUpcoming} and s.is_skipped as "isSkipped", r.time_zone as "timeZone", exists (select from session_participants p
        where p.session_id = s.id and p.attendance_number > 0) as "hasAttendance"
    from sessions s left join session_series r on r.id = s.series_id
    where ${isMoving} order by s.start_date, s.id`,
)

/** A session at its new time, with its columns to save. */
interface ZoneTarget {
  id: string
  startDate: string
  endDate: string
  originalStart: string | null
  /** True if it moves; otherwise only its key does. */
  isMoved: boolean
  losesInstructor: boolean
}

interface ZonePlan {
  targets: ZoneTarget[]
  /** Sessions that move, with their present values. */
  moved: Row[]
  seriesIds: string[]
  kept: number
  remarks: ZoneRemark[]
}

/**
 * Plans how upcoming sessions keep their local time when the organization changes its zone. Sessions with attendance stay, and
 * so do sessions of series that keep another zone. The caller has locked the schedule.
 */
export async function planZone(scope: TenantScope, from: string, to: string): Promise<ZonePlan> {
  await lockSchedule(scope)
  const now = scope.core.clock.now()
  // Locks before it reads: a statement that waits for a lock does not see attendance marked meanwhile.
  await scope.rows(lockSessions, { now })
  const rows = await scope.rows(selectAffectedSessions, { now })
  const moves = (instant: string) => instantNearOf(wallOf(instant, from), to)
  const isOfZone = ({ timeZone }: Row) => timeZone === null || timeZone === from
  const isToCome = ({ isScheduled, isSkipped }: Row) => isScheduled || isSkipped
  const couldMove = rows.filter((one) => isToCome(one) && isOfZone(one) && !one.hasAttendance)
  const begun = couldMove.filter(({ startDate }) => Date.parse(moves(startDate)) <= now.getTime())
  const moved = couldMove.filter((one) => !begun.includes(one))
  const placed = moved.map(({ id, startDate, endDate, instructorId, isScheduled }) => ({
    startDate: moves(startDate),
    endDate: addMilliseconds(moves(startDate), Date.parse(endDate) - Date.parse(startDate)),
    instructorId: isScheduled ? instructorId : null,
    location: '',
    sessionId: id,
  }))
  const except = moved.map(({ id }) => id)
  const isWithout = await findWithoutInstructor(scope, placed, await clashesOf(scope, placed, except, to), to)
  const targets = moved.map(({ id, originalStart }, index): ZoneTarget => {
    const { startDate = '', endDate = '' } = placed[index] ?? {}
    const key = originalStart && moves(originalStart)
    return { id, startDate, endDate, originalStart: key, isMoved: true, losesInstructor: isWithout[index] === true }
  })
  const others = rows.filter((one) => one.seriesId && isOfZone(one) && !moved.includes(one))
  const keys = others.map(({ id, startDate, endDate, originalStart }) => ({
    id,
    startDate,
    endDate,
    originalStart: originalStart && moves(originalStart),
    isMoved: false,
    losesInstructor: false,
  }))
  const remark =
    (kind: ZoneRemark['kind']) =>
    ({ name, startDate }: Row) => ({
      kind,
      name,
      startDate,
      movedTo: kind === 'begun' ? startDate : moves(startDate),
    })
  return {
    targets: [...targets, ...keys],
    moved,
    seriesIds: [...new Set([...moved, ...others].flatMap(({ seriesId }) => seriesId ?? []))],
    kept: rows.filter(isToCome).length - moved.length - begun.length,
    remarks: [
      ...begun.map(remark('begun')),
      ...moved.filter(({ startDate }) => isSkippedIn(wallOf(startDate, from), to)).map(remark('skipped')),
      ...moved.filter(({ startDate }) => isRepeatedIn(wallOf(startDate, from), to)).map(remark('repeated')),
      ...moved.filter((_, index) => isWithout[index]).map(remark('instructor')),
    ],
  }
}

const isSkippedIn = (wall: Temporal.PlainDateTime, zone: string) =>
  !wall.toZonedDateTime(zone).toPlainDateTime().equals(wall)

/** Reports whether a zone repeats a local time. */
function isRepeatedIn(wall: Temporal.PlainDateTime, zone: string): boolean {
  const [first, second] = (['earlier', 'later'] as const).map((disambiguation) =>
    wall.toZonedDateTime(zone, { disambiguation }),
  )
  return Boolean(first && second && !first.equals(second)) && !isSkippedIn(wall, zone)
}
