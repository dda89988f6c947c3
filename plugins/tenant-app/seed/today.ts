import { randomUUID } from 'node:crypto'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import type { SeededSession } from './sessions.ts'
import { hoursAgo, insert } from './rows.ts'
import type { SeededOrganization, SeededStudent } from './rows.ts'

/** Number of children who have arrived at the running session, including those of the first families. */
const ARRIVED_STUDENTS = 5
const WAITLISTED_STUDENTS = 3

const upsertArrived = statement(
  `insert into session_participants (tenant_id, session_id, student_id, attendance, attendance_number)
    select $tenantId, $sessionId, id, 'present', 1 from unnest($studentIds::uuid[]) as s (id)
    on conflict (tenant_id, session_id, student_id) do update set attendance = 'present', attendance_number = 1`,
)

const updateLimitToFull = statement(
  `update sessions s set max_participants = greatest((select count(*) from session_participants p
      where p.tenant_id = s.tenant_id and p.session_id = s.id and p.status = 'registered'), 1)
    where s.tenant_id = $tenantId and s.id = $sessionId`,
)

const insertWaitlisted = statement(
  `insert into session_participants (tenant_id, session_id, student_id, status, waiting_place)
    select $tenantId, $sessionId, s.id, 'waitlisted', row_number() over (order by s.created_at, s.id)
    from (select s.id, s.created_at from students s where s.tenant_id = $tenantId and s.is_active and not exists (
        select from session_participants p
          where p.tenant_id = s.tenant_id and p.session_id = $sessionId and p.student_id = s.id)
      order by s.created_at, s.id limit ${WAITLISTED_STUDENTS}) s`,
)

/** Seeds data for start pages: children who have arrived at a running session, and a full one with a waitlist. */
export async function seedToday(
  scope: PlatformScope,
  { id: tenantId, staff }: SeededOrganization,
  students: readonly SeededStudent[],
  sessions: readonly SeededSession[],
): Promise<void> {
  const going = sessions.find(({ status }) => status === 'in-progress')
  if (going) {
    const there = students.slice(0, ARRIVED_STUDENTS)
    await scope.rows(upsertArrived, { tenantId, sessionId: going.id, studentIds: there.map(({ id }) => id) })
    await insert(
      scope,
      'attendanceMarks',
      there.map(({ id }, index) => ({
        id: randomUUID(),
        tenantId,
        sessionId: going.id,
        studentId: id,
        number: 1,
        mark: 'present',
        source: 'roster',
        markedBy: going.instructorId,
        markedByName: staff[0] ?? null,
        arrivedAt: hoursAgo(scope, 1 + index / 20),
        markedAt: hoursAgo(scope, 1),
      })),
    )
  }
  const full = sessions.find(({ status, maxParticipants }) => status === 'scheduled' && maxParticipants !== null)
  if (!full) return
  await scope.rows(updateLimitToFull, { tenantId, sessionId: full.id })
  await scope.rows(insertWaitlisted, { tenantId, sessionId: full.id })
}
