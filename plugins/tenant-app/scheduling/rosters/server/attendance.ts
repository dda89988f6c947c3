import { z } from 'zod'
import { instant } from '#core/contract/fields.ts'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { conflict, invalidField } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { emit } from '#core/server/events/events.ts'
import { chooseMeeting } from '../../sessions/server/meetings.ts'
import { getSession } from '../../sessions/server/sessions.ts'
import {
  attendance,
  attendanceEntry,
  markedParticipant,
  type Attendance,
  type AttendanceEntry,
  type AttendanceMark,
  type markedParticipant as MarkedParticipant,
} from '../contract.ts'
import { CLOCK_TOLERANCE_MS, clipMadeAt, settleMark } from './settle-mark.ts'
import { decidePickups } from '../../../care/collectors/server/decide-pickups.ts'
import { absencesCorrected, attendanceMarked } from './events.ts'
import { checkLeads, checkLeadsMeeting } from '../../sessions/server/check-leads.ts'

type Marked = z.infer<typeof MarkedParticipant>

// A shared lock: the session is neither canceled nor moved before its first attendance is committed.
export const lockSessionShared = statement('select from sessions where id = $sessionId for share')

export const lockParticipants = statement(
  `select from session_participants
    where session_id = $sessionId and student_id = any($studentIds::uuid[]) and status = 'registered'
    order by student_id for update`,
)

const selectParticipants = statement(
  z.object({
    studentId: z.uuid(),
    /** Number of the last entry about this meeting; 0 before the first. */
    number: z.number(),
    /** Number of the previous entry, where the last one is the family's. */
    numberBeforeFamily: z.number().nullable(),
    /** Number of the last entry about any meeting of the session. */
    lastNumber: z.number(),
    attendance: attendance.nullable(),
    markedAt: instant.nullable(),
    /** True or false if a repeated record counted; null for a new one. */
    counted: z.boolean().nullable(),
    collectedBy: z.string(),
  }),
  `select p.student_id as "studentId", coalesce(a.number, 0) as number,
      greatest(p.attendance_number, a.number) as "lastNumber", a.mark as attendance,
      a.marked_at as "markedAt", (select k.number is not null from attendance_marks k
        where k.tenant_id = p.tenant_id and k.session_id = p.session_id and k.student_id = p.student_id
          and k.id = any($ids::uuid[])) as counted,
      coalesce(m.collected_by, '') as "collectedBy", case when m.source = 'family' then coalesce((
        select max(k.number) from attendance_marks k where k.tenant_id = p.tenant_id and k.session_id = p.session_id
          and k.student_id = p.student_id and k.meeting_id = $meetingId and k.number < m.number), 0)
      end as "numberBeforeFamily"
    from session_participants p
      left join meeting_attendance a on a.tenant_id = p.tenant_id and a.meeting_id = $meetingId and a.student_id = p.student_id
      left join attendance_marks m on m.tenant_id = p.tenant_id and m.session_id = p.session_id
        and m.student_id = p.student_id and m.number = a.number
    where p.session_id = $sessionId and p.student_id = any($studentIds::uuid[]) and p.status = 'registered'`,
)

const insertMarks = statement(
  `with asked as (
      select * from jsonb_to_recordset($marks::jsonb) as a (id uuid, "studentId" uuid, number int, mark text, note text,
        "arrivedAt" timestamptz, "leftAt" timestamptz, "collectedBy" text, "markedAt" timestamptz, "receivedAt" timestamptz,
        "isTimeClipped" boolean)
    ), logged as (
      insert into attendance_marks (id, session_id, meeting_id, student_id, number, mark, note, arrived_at, left_at, collected_by,
          source, marked_by, marked_by_name, marked_at, received_at, is_time_clipped)
        select id, $sessionId, $meetingId, "studentId", number, mark, note, "arrivedAt", "leftAt", "collectedBy", $source, $by, $name,
          "markedAt", "receivedAt", "isTimeClipped" from asked
    )
    update session_participants p set attendance = a.mark, attendance_number = a.number
      from asked a where p.session_id = $sessionId and p.student_id = a."studentId" and a.number is not null`,
)

const selectMarkedParticipants = statement(
  markedParticipant.omit({ isSaved: true, refusal: true }),
  `select p.student_id as "studentId", p.status, a.mark as attendance, coalesce(a.number, 0) as "attendanceNumber",
      coalesce(m.note, '') as note, m.arrived_at as "arrivedAt", m.left_at as "leftAt",
      coalesce(m.collected_by, '') as "collectedBy", m.marked_by_name as "markedBy", m.marked_at as "markedAt"
    from session_participants p left join meeting_attendance a on a.tenant_id = p.tenant_id
        and a.meeting_id = $meetingId and a.student_id = p.student_id
      left join attendance_marks m on m.tenant_id = p.tenant_id and m.session_id = p.session_id
        and m.student_id = p.student_id and m.number = a.number
    where p.session_id = $sessionId and p.student_id = any($studentIds::uuid[])`,
)

/**
 * Adds to the attendance log. A repeated record counts once. `settleMark` decides whether a record made without having seen the
 * last entry counts; the answer shows the entry that does, and the log has both. Records of students who were removed from the
 * session since are not saved. A family's advance report need not have been seen: staff on site know better. A pickup by a
 * person who may not pick up the child is refused on its own, with a message, unless an admin overrides it, and so is one by an
 * adult without authorization whose ID was not seen. A record that has not seen the last entry is judged anew, whether it
 * counts or is overruled.
 * @throws not-found, forbidden in another instructor's session or on another's day of it, conflict at `marks` when the session
 *   is canceled, or when a student is marked present before its day, invalid there when none of the students has a place
 */
export async function markAttendance(
  scope: TenantScope,
  sessionId: string,
  marks: readonly AttendanceMark[],
  chosenMeeting?: string,
): Promise<Marked[]> {
  await checkLeads(scope, sessionId)
  await scope.rows(lockSessionShared, { sessionId })
  const { id: meetingId, dayStartsAt, dayEndsAt, ...meeting } = await chooseMeeting(scope, sessionId, chosenMeeting)
  await checkLeadsMeeting(scope, meetingId)
  await checkTime(scope, sessionId, meeting, marks)
  const studentIds = marks.map(({ studentId }) => studentId)
  // Locks before it reads: a statement that waits for a lock does not see entries added meanwhile.
  await scope.rows(lockParticipants, { sessionId, studentIds })
  const found = await scope.rows(selectParticipants, {
    sessionId,
    meetingId,
    studentIds,
    ids: marks.map(({ id }) => id),
  })
  const last = new Map(found.map((participant) => [participant.studentId, participant]))
  if (last.size === 0) throw invalidField('marks', 'None of them has a spot in this session any more')
  const now = scope.core.clock.now()
  const merged = new Set<string>()
  const asked = marks.flatMap((mark) => {
    const found = last.get(mark.studentId)
    if (found?.counted !== null) return []
    const made = mark.madeAt === undefined ? undefined : clipMadeAt(mark.madeAt, { dayStartsAt, dayEndsAt, now })
    const isCurrent = mark.seen === found.number || mark.seen === found.numberBeforeFamily
    const verdict = isCurrent ? 'counts' : settleMark(mark, found, made?.at)
    if (verdict === 'merged') merged.add(mark.studentId)
    return verdict === 'merged'
      ? []
      : [{ ...mark, ...timesOf(made, now), isCurrent, number: verdict === 'counts' ? found.lastNumber + 1 : null }]
  })
  // A released child stays released, whatever else is recorded; only a record that has seen the release can change it.
  const pickups = asked.filter(
    ({ studentId, collectedBy, isCurrent }) => !isCurrent || collectedBy !== last.get(studentId)?.collectedBy,
  )
  const { refused, notes } = await decidePickups(scope, sessionId, pickups)
  const entered = asked.flatMap(({ isCurrent: _, ...mark }) =>
    refused.has(mark.studentId) ? [] : [{ ...mark, note: notes.get(mark.studentId) ?? mark.note }],
  )
  await enterMarks(
    scope,
    { sessionId, meetingId, source: 'roster' },
    entered.map((mark) => ({ ...mark, former: last.get(mark.studentId)?.attendance ?? null })),
  )
  const current = entered.filter(({ number }) => number !== null)
  const isSaved = new Set([...merged, ...current.map(({ studentId }) => studentId)])
  const after = await scope.rows(selectMarkedParticipants, { sessionId, meetingId, studentIds })
  return after.map((participant) => ({
    ...participant,
    isSaved: isSaved.has(participant.studentId) || last.get(participant.studentId)?.counted === true,
    refusal: refused.get(participant.studentId) ?? null,
  }))
}

interface EntryTimes {
  markedAt: string
  /** null unless it arrived later than it was made. */
  receivedAt: string | null
  isTimeClipped: boolean
}

function timesOf(made: ReturnType<typeof clipMadeAt> | undefined, now: Date): EntryTimes {
  const isLate = made !== undefined && now.getTime() - Date.parse(made.at) > CLOCK_TOLERANCE_MS
  return {
    markedAt: made?.at ?? now.toISOString(),
    receivedAt: isLate || made?.isClipped ? now.toISOString() : null,
    isTimeClipped: made?.isClipped ?? false,
  }
}

/** New entry of the attendance log, with the previous attendance; made now by default. */
export interface NewEntry
  extends
    Pick<AttendanceMark, 'id' | 'studentId' | 'mark' | 'note' | 'arrivedAt' | 'leftAt' | 'collectedBy'>,
    Partial<EntryTimes> {
  /** null for an overruled entry, which only the log contains. */
  number: number | null
  former: Attendance | null
}

/** Adds entries about a meeting to the attendance log. The caller has locked the participants. */
export async function enterMarks(
  scope: TenantScope,
  of: { sessionId: string; meetingId: string; source: 'roster' | 'door' },
  entries: readonly NewEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const { user } = scope.actor
  // The entry refers to a user of the organization, which platform staff are not; it stores their name.
  const by = user?.tenantId === scope.tenantId ? user.id : null
  const madeNow = timesOf(undefined, scope.core.clock.now())
  const marks = JSON.stringify(entries.map(({ former: _, ...entry }) => ({ ...madeNow, ...entry })))
  await scope.rows(insertMarks, { ...of, marks, by, name: user?.name ?? null })
  const counted = entries.flatMap(({ studentId, mark, number, markedAt = madeNow.markedAt }) =>
    number === null ? [] : [{ studentId, mark, markedAt }],
  )
  const { sessionId, meetingId } = of
  if (counted.length > 0) await emit(scope, attendanceMarked, { sessionId, meetingId, marks: counted })
  const corrected = entries.filter(
    ({ mark, number, former }) => number !== null && mark !== 'absent' && former === 'absent',
  )
  if (corrected.length === 0) return
  const studentIds = corrected.map(({ studentId }) => studentId)
  await emit(scope, absencesCorrected, { sessionId, studentIds })
}

async function checkTime(
  scope: TenantScope,
  sessionId: string,
  { day, today, status: meetingStatus }: { day: string; today: string; status: string },
  marks: readonly AttendanceMark[],
): Promise<void> {
  const { status } = await getSession(scope, sessionId)
  if (status === 'cancelled') throw conflict('marks', 'This session is cancelled')
  if (meetingStatus === 'cancelled') throw conflict('marks', 'This day of the session is canceled')
  if (!marks.some(({ mark }) => mark === 'present' || mark === 'late')) return
  if (day > today) {
    throw conflict('marks', 'Attendance can’t be taken before the day of the session')
  }
}

const selectAttendanceEntries = statement(
  attendanceEntry,
  `select m.id, m.student_id as "studentId", s.first_name || ' ' || s.last_name as "studentName", m.mark, m.note,
      m.arrived_at as "arrivedAt", m.left_at as "leftAt", m.collected_by as "collectedBy", m.source,
      m.marked_by_name as "markedBy", m.marked_at as "markedAt", m.received_at as "receivedAt",
      m.is_time_clipped as "isTimeClipped", m.number is null as "isOverruled"
    from attendance_marks m join students s on s.tenant_id = m.tenant_id and s.id = m.student_id
    where m.session_id = $sessionId order by m.marked_at desc, m.id desc limit $most offset $offset`,
)

/** Lists the attendance log of a session, newest first. @throws not-found unless the caller sees the session */
export async function listAttendance(
  scope: TenantScope,
  sessionId: string,
  { limit = LIST_CAP, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<AttendanceEntry>> {
  await getSession(scope, sessionId)
  return new PagedAnswer(await scope.rows(selectAttendanceEntries, { sessionId, most: limit + 1, offset }), {
    limit,
    offset,
  })
}
