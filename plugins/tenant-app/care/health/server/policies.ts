import { z } from 'zod'
import { callerOf, rowPolicy, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import type { TenantScope } from '#core/server/core.ts'
import { forbidden } from '#core/server/errors.ts'
import { requireStudent } from '../../../base/families/server/children.ts'
import { seenStudents } from '../../../base/families/server/policies.ts'
import { instructsMeeting, meetingsWithSessions } from '../../../base/people/server/meeting-instructors.ts'

// Meetings `m` that the caller instructs, from seven days before to seven days after by the organization's calendar, with
// registered participants `p` of their session.
const ledNow = `from ${meetingsWithSessions}
    join tenants t on t.id = s.tenant_id
    join session_participants p on p.tenant_id = s.tenant_id and p.session_id = s.id
    where ${instructsMeeting} and s.status <> 'cancelled' and m.status <> 'cancelled'
      and p.status = 'registered'
      and (m.starts_at at time zone t.time_zone)::date <= ($now::timestamptz at time zone t.time_zone)::date + 7
      and (m.ends_at at time zone t.time_zone)::date >= ($now::timestamptz at time zone t.time_zone)::date - 7` as const

/**
 * Students whose health opens on request: for instructors those registered in a session of which they lead a meeting, from
 * seven days before it to seven days after it by the organization's calendar; students see none, not even their own. Takes
 * `$now`.
 */
export const opensTo = rowPolicy({
  superadmin: 'all',
  tenant_admin: 'all',
  instructor: `select p.student_id ${ledNow}`,
  parent: `select id from students where ${seenStudents('parent', 'id')}`,
  student: 'none',
})

const selectOpensTo = variants({ viewer: viewers }, ({ viewer }) =>
  statement(`select from students s where s.id = $studentId and ${opensTo(viewer, 's.id')}`),
)

/** Reports whether the student's health opens to the caller now. */
export async function mayOpenHealth(scope: TenantScope, studentId: string): Promise<boolean> {
  const values = { studentId, now: scope.core.clock.now(), ...callerOf(scope) }
  return (await scope.rows(selectOpensTo({ viewer: viewerOf(scope) }), values)).length > 0
}

/** @throws not-found unless the caller sees the student, forbidden where the health does not open to the caller */
export async function requireHealth(scope: TenantScope, studentId: string): Promise<void> {
  await requireStudent(scope, studentId)
  if (await mayOpenHealth(scope, studentId)) return
  throw forbidden(
    'Health data opens to you for students of your own sessions, from a week before a session to a week after it.',
  )
}

const selectIsSelfArranged = statement(
  z.object({ isSelfArranged: z.boolean() }),
  `select count(*) > 0 and bool_and(exists (
        select from session_changes c where c.tenant_id = s.tenant_id and c.session_id = s.id and c.actor_id = $caller
          and c.occurred_at > $now::timestamptz - interval '1 day'
          and (c.kind = 'created' or (c.kind = 'changed' and 'instructorId' = any(c.fields))
            or (c.kind = 'changed' and 'days' = any(c.fields) and m.instructor_id = $caller)
            or (c.kind in ('registered', 'waitlisted') and p.student_id = any(c.student_ids)))
      )) as "isSelfArranged" ${ledNow} and p.student_id = $studentId`,
)

/**
 * Reports whether the instructor arranged every right to a student's health within the last day: scheduled or took over the
 * session, if only for a day, or registered the student. The view is then marked in the ledger but not refused, since a
 * substitute at short notice does the same.
 */
export async function isSelfArranged(scope: TenantScope, studentId: string): Promise<boolean> {
  const { user } = scope.actor
  if (user?.role !== 'instructor') return false
  const [found] = await scope.rows(selectIsSelfArranged, { studentId, caller: user.id, now: scope.core.clock.now() })
  return found?.isSelfArranged ?? false
}
