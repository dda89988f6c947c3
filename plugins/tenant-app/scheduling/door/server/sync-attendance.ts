import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { attendance, type Attendance } from '../../rosters/contract.ts'
import { enterMarks } from '../../rosters/server/attendance.ts'
import { getAttendanceSettings } from '../../rosters/server/attendance-settings.ts'
import type { DoorMeeting } from './rights.ts'
import { standingEvents } from '../../sessions/server/standing-events.ts'

const known = z.object({
  studentId: z.uuid(),
  lastNumber: z.number(),
  mark: attendance.nullable(),
  /** The entry was written by the door. */
  isOfDoor: z.boolean(),
  arrivedAt: z.string().nullable(),
  leftAt: z.string().nullable(),
  collectedBy: z.string(),
  note: z.string(),
  /** Mark of the last entry that the door did not write. */
  otherMark: attendance.nullable(),
  firstIn: z.string().nullable(),
  lastKind: z.enum(['in', 'out', 'closed']).nullable(),
  lastAt: z.string().nullable(),
  lastBy: z.string().nullable(),
})

const selectKnown = statement(
  known,
  `with standing as materialized (select e.* from ${standingEvents('d.meeting_id = $meetingId and d.student_id = any($studentIds::uuid[])')} e
      where e.stands)
    select p.student_id as "studentId", greatest(p.attendance_number, a.number, 0) as "lastNumber", a.mark,
      coalesce(m.source = 'door', false) as "isOfDoor", m.arrived_at as "arrivedAt", m.left_at as "leftAt",
      coalesce(m.collected_by, '') as "collectedBy", coalesce(m.note, '') as note, o.mark as "otherMark",
      (select min(e.at) from standing e where e.student_id = p.student_id and e.kind = 'in') as "firstIn",
      l.kind as "lastKind", l.at as "lastAt", l.by_name as "lastBy"
    from session_participants p
      left join meeting_attendance a on a.tenant_id = p.tenant_id and a.meeting_id = $meetingId and a.student_id = p.student_id
      left join attendance_marks m on m.tenant_id = p.tenant_id and m.session_id = p.session_id
        and m.student_id = p.student_id and m.number = a.number
      left join lateral (select k.mark from attendance_marks k where k.tenant_id = p.tenant_id and k.session_id = p.session_id
        and k.student_id = p.student_id and k.meeting_id = $meetingId and k.source <> 'door'
        and k.number is not null order by k.number desc limit 1) o on true
      left join lateral (select e.kind, e.at, e.by_name
        from standing e where e.student_id = p.student_id
        order by e.at desc, e.recorded_at desc, e.id desc limit 1) l on true
    where p.session_id = $sessionId and p.student_id = any($studentIds::uuid[])`,
)

type Known = z.infer<typeof known>

const wasThere = (mark: Attendance | null) => mark === 'present' || mark === 'late'

/** Tells the mark that follows from the log of the door: a first arrival makes one, a departure never changes it. */
function markOf({ mark, isOfDoor, otherMark, firstIn }: Known, lateAfter: number): Attendance | null {
  if (wasThere(mark) && !(isOfDoor && firstIn === null)) return mark
  // The only arrival was taken back.
  if (firstIn === null) return isOfDoor ? otherMark : mark
  return Date.parse(firstIn) > lateAfter ? 'late' : 'present'
}

/** Tells the times that follow from the log of the door; what staff entered otherwise stays where the door knows nothing. */
function timesOf({ isOfDoor, arrivedAt, leftAt, collectedBy, firstIn, lastKind, lastAt, lastBy }: Known) {
  const arrival = firstIn ?? (isOfDoor ? null : arrivedAt)
  if (lastKind === 'out' && lastAt !== null) {
    const isOrdered = arrival === null || Date.parse(lastAt) >= Date.parse(arrival)
    return { arrivedAt: arrival, leftAt: isOrdered ? lastAt : arrival, collectedBy: lastBy ?? '' }
  }
  const isKept = lastKind === null && !isOfDoor
  return { arrivedAt: arrival, leftAt: isKept ? leftAt : null, collectedBy: isKept ? collectedBy : '' }
}

/**
 * Writes into the attendance of a meeting what the log of the door says: a first arrival as present or late, first and last
 * times as arrival and departure, from which hours are counted. The participants must be locked.
 */
export async function syncAttendance(
  scope: TenantScope,
  { id: meetingId, sessionId, startsAt, endsAt }: DoorMeeting,
  studentIds: readonly string[],
): Promise<void> {
  const { lateMinutes } = await getAttendanceSettings(scope)
  const lateAfter = Math.min(Date.parse(startsAt) + lateMinutes * 60_000, Date.parse(endsAt))
  const found = await scope.rows(selectKnown, { meetingId, sessionId, studentIds })
  const entries = found.flatMap((one) => {
    const mark = markOf(one, lateAfter)
    const times = wasThere(mark) ? timesOf(one) : { arrivedAt: null, leftAt: null, collectedBy: '' }
    const isSame =
      mark === one.mark &&
      times.arrivedAt === one.arrivedAt &&
      times.leftAt === one.leftAt &&
      times.collectedBy === one.collectedBy
    if (isSame || (mark === one.mark && !wasThere(mark))) return []
    const { studentId, note, lastNumber } = one
    return [{ id: randomUUID(), studentId, mark, note, ...times, number: lastNumber + 1, former: one.mark }]
  })
  await enterMarks(scope, { sessionId, meetingId, source: 'door' }, entries)
}
