import { z } from 'zod'
import { record, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { conflict, invalidField, notFound } from '#core/server/errors.ts'
import { countText } from '#core/server/texts.ts'
import { checkLeads } from '../../sessions/server/check-leads.ts'
import { lockSession, type LockedSession } from './lock-session.ts'
import { keepReasons } from './place-reasons.ts'
import { fillPlaces, placesOf } from './places.ts'
import { recordSessionChanges } from './session-change.ts'

const selectAskedStudents = statement(
  z.object({ id: z.uuid(), isThere: z.boolean() }),
  `select s.id, coalesce(p.status = 'registered' or (p.status = 'waitlisted' and not $hasBegun::boolean), false) as "isThere"
    from unnest($studentIds::uuid[]) with ordinality a (id, place)
      join students s on s.id = a.id and s.is_active
      left join session_participants p on p.tenant_id = s.tenant_id and p.session_id = $sessionId and p.student_id = s.id
    order by a.place`,
)

const upsertParticipants = statement(
  `insert into session_participants (session_id, student_id, status, waiting_place, created_at, updated_at)
    select $sessionId, a.id, case when a.place <= $free then 'registered' else 'waitlisted' end,
      case when a.place > $free then $lastPlace::int + a.place - $free end, $now, $now
    from unnest($studentIds::uuid[]) with ordinality a (id, place)
    on conflict (tenant_id, session_id, student_id) do update
      set status = excluded.status, updated_at = excluded.updated_at, promoted_at = null, accepted_at = null,
        accepted_by_name = null,
        waiting_place = case when excluded.status = 'waitlisted'
          then coalesce(session_participants.waiting_place, excluded.waiting_place) end`,
)

/** Numbers of places and of waitlist spots. */
export interface Registered {
  registered: number
  waitlisted: number
}

/**
 * Registers students in the given order: in free places while the waitlist is empty, then at the end of the waitlist.
 * Registered and waitlisted students stay. Once the session has begun, free places go to the given students, not the waitlist.
 * @throws not-found, conflict at `studentIds` when the session is canceled or over, forbidden while another instructor runs it,
 *   invalid at `studentIds` for students who are not active in the organization
 */
export async function registerStudents(
  scope: TenantScope,
  sessionId: string,
  studentIds: readonly string[],
  groupId: string | null = null,
): Promise<Registered> {
  const session = await lockSession(scope, sessionId)
  await checkOpen(scope, session)
  return keepReasons(scope, { sessionIds: [sessionId], studentIds, groupId }, () =>
    giveMissingPlaces(scope, session, studentIds),
  )
}

async function giveMissingPlaces(
  scope: TenantScope,
  session: LockedSession,
  studentIds: readonly string[],
): Promise<Registered> {
  const sessionId = session.id
  const now = scope.core.clock.now()
  // In a session that has begun, staff admit students at the door, regardless of the waitlist.
  const hasBegun = session.status !== 'scheduled' || Date.parse(session.startDate) <= now.getTime()
  const found = await scope.rows(selectAskedStudents, { sessionId, studentIds, hasBegun })
  if (found.length < studentIds.length) {
    throw invalidField('studentIds', 'One of them is no active student of this organization any more')
  }
  const missing = found.flatMap(({ id, isThere }) => (isThere ? [] : [id]))
  if (missing.length === 0) return { registered: 0, waitlisted: 0 }
  const { free, waiting, lastPlace } = await placesOf(scope, session)
  const registered = waiting > 0 && !hasBegun ? 0 : Math.min(free, missing.length)
  const values = { sessionId, studentIds: missing, free: registered, lastPlace, now }
  await scope.rows(upsertParticipants, values)
  const waitlisted = missing.length - registered
  await recordSessionChanges(
    scope,
    (['registered', 'waitlisted'] as const)
      .map((kind) => ({
        sessionId,
        kind,
        studentIds: kind === 'registered' ? missing.slice(0, registered) : missing.slice(registered),
      }))
      .filter((change) => change.studentIds.length > 0),
  )
  await record(scope, {
    action: 'session.students-registered',
    category: 'system',
    description: `Registered ${countText(missing.length, 'student')} for ${session.name}${waitlisted > 0 ? `, ${waitlisted} of them on the waitlist` : ''}`,
    resource: 'session',
    resourceId: sessionId,
    metadata: { studentIds: missing },
  })
  return { registered, waitlisted }
}

const updateParticipantLeft = statement(
  z.object({ id: z.string() }),
  `with reasons as (
      delete from place_reasons where session_id = $sessionId and student_id = $studentId
    )
    update session_participants p set status = $status, waiting_place = null, updated_at = $now
    where p.session_id = $sessionId and p.student_id = $studentId and p.status in ('registered', 'waitlisted')
    returning p.id`,
)

/**
 * Removes a student from a session; the first on the waitlist gets the place.
 * @throws not-found unless the student is registered or waitlisted, conflict when the session is canceled or over, forbidden
 *   while another instructor runs it
 */
export async function removeStudent(scope: TenantScope, sessionId: string, studentId: string): Promise<void> {
  const session = await lockSession(scope, sessionId)
  await checkOpen(scope, session)
  await leaveSession(scope, session, studentId, 'cancelled')
}

const acts = {
  cancelled: { action: 'session.student-removed', kind: 'removed', words: 'Signed' },
  declined: { action: 'session.place-declined', kind: 'declined', words: 'Declined the place of' },
} as const

/**
 * Removes a student from a locked session; the first on the waitlist gets the place.
 * @throws not-found unless the student is registered or waitlisted
 */
export async function leaveSession(
  scope: TenantScope,
  { id: sessionId, name }: LockedSession,
  studentId: string,
  status: keyof typeof acts,
): Promise<void> {
  const [found] = await scope.rows(updateParticipantLeft, { sessionId, studentId, status, now: scope.core.clock.now() })
  if (!found) throw notFound('Participant')
  const { action, kind, words } = acts[status]
  await recordSessionChanges(scope, [{ sessionId, kind, studentIds: [studentId] }])
  await record(scope, {
    action,
    category: 'system',
    description: `${words} ${referTo('student', studentId)} ${status === 'declined' ? 'in' : 'off from'} ${name}`,
    resource: 'session',
    resourceId: sessionId,
    metadata: { studentId },
  })
  await fillPlaces(scope, [sessionId])
}

async function checkOpen(scope: TenantScope, { id, status }: LockedSession): Promise<void> {
  if (status === 'cancelled') throw conflict('studentIds', 'This session is cancelled')
  if (status === 'completed') throw conflict('studentIds', 'This session is over')
  if (status === 'in-progress') await checkLeads(scope, id)
}
