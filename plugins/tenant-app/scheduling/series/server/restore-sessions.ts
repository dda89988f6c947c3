import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { conflict } from '#core/server/errors.ts'
import { emit } from '#core/server/events/events.ts'
import { enforceSessionLimit } from '#core/server/limits.ts'
import type { Session } from '../../sessions/contract.ts'
import { sessionUpdated } from '../../sessions/server/events.ts'
import { checkSubstitutesAreFree } from '../../sessions/server/availability.ts'
import { lockSchedule } from '../../sessions/server/schedule-sessions.ts'
import { getSession } from '../../sessions/server/sessions.ts'
import { clashesOf, findWithoutInstructor, type Placed } from './clashes.ts'
import { refuseTaking } from './refuse-taking.ts'

const updateRestored = statement(
  `update sessions s set status = 'scheduled', is_skipped = false,
      instructor_id = case when o."isWithout" then null else s.instructor_id end,
      detached = array(select distinct unnest(s.detached || case when $isOwn::boolean then '{status}'::text[] else '{}' end
        || case when o."isWithout" then '{instructorId}'::text[] else '{}' end) order by 1),
      updated_at = greatest($now, s.updated_at + interval '1 millisecond')
    from jsonb_to_recordset($sessions::jsonb) o (id uuid, "isWithout" boolean) where s.id = o.id`,
)

/**
 * Restores sessions that closed days skipped; where the instructor teaches another one then, a session has no instructor yet.
 * The caller has locked the schedule.
 * @param isOwn true if a user restored these sessions, so that no closed day skips them again
 * @throws plan.limit (403) unless all of them fit, conflict at `instructorId` where the instructor of a single day teaches
 *   another one then, forbidden where another instructor than the caller would lose one
 */
export async function openSkipped(
  scope: TenantScope,
  sessions: readonly (Placed & { id: string; name: string })[],
  isOwn: boolean,
): Promise<void> {
  if (sessions.length === 0) return
  await enforceSessionLimit(
    scope,
    scope.tenantId,
    sessions.map(({ startDate }) => startDate),
  )
  const ids = sessions.map(({ id }) => id)
  const placed = sessions.map((session) => ({ ...session, sessionId: session.id }))
  const isWithout = await findWithoutInstructor(scope, placed, await clashesOf(scope, placed, ids))
  refuseTaking(
    scope,
    sessions.filter((_, index) => isWithout[index]),
  )
  await checkSubstitutesAreFree(
    scope,
    sessions.map(({ id, name, startDate, endDate, instructorId }, index) => {
      return { id, name, startDate, endDate, instructorId: isWithout[index] ? null : instructorId, takesPlace: true }
    }),
  )
  const rows = ids.map((id, index) => ({ id, isWithout: isWithout[index] }))
  await scope.rows(updateRestored, { sessions: JSON.stringify(rows), isOwn, now: scope.core.clock.now() })
}

/**
 * @throws not-found, conflict at `status` unless a closed day skipped it and it is upcoming, plan.limit (403), forbidden where
 *   another instructor than the caller would lose it
 */
export async function restoreSession(scope: TenantScope, id: string): Promise<Session> {
  await lockSchedule(scope)
  const session = await getSession(scope, id)
  if (!session.isSkipped) throw conflict('status', 'Only a session that a closed day skips can be restored')
  if (Date.parse(session.startDate) <= scope.core.clock.now().getTime()) {
    throw conflict('status', 'Only a session that is still to come can be restored')
  }
  await openSkipped(scope, [session], true)
  await record(scope, {
    action: 'session.restored',
    category: 'system',
    description: `Restored the session ${session.name}, which a closed day skipped`,
    resource: 'session',
    resourceId: id,
  })
  const { tenantId } = scope
  await emit(scope, sessionUpdated, { tenantId, sessionId: id, name: session.name, movedTo: 'scheduled' })
  return getSession(scope, id)
}
