import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { emit } from '#core/server/events/events.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { lookForOrganizations } from '#core/server/jobs/organizations-due.ts'
import { sessionUpdated } from './events.ts'
import { lockSchedule } from './schedule-sessions.ts'
import { hasEndedADayAgo } from './state.ts'

/** Number of sessions per job and transaction. */
const BATCH_SIZE = 100

const selectOrganizations = statement(
  z.object({ tenantId: z.uuid() }),
  `select t.id as "tenantId" from tenants t where t.status in ('active', 'trial')
      and exists (select from sessions s where s.tenant_id = t.id and ${hasEndedADayAgo('s', 't.time_zone')})
    order by t.id`,
)

/** Completes one organization's ended sessions; a second run finds none. */
export const completeEndedSessions = defineJob({
  name: 'tenant-app.complete-ended-sessions',
  scope: 'tenant',
  payload: z.object({}),
  run: async (scope) => {
    if ((await completeEnded(scope)) === BATCH_SIZE) await scope.core.jobs.send(scope, completeEndedSessions, {})
  },
})

/** Runs every quarter of an hour: finds uncompleted sessions that ended a day ago. */
export const lookForEndedSessions = lookForOrganizations({
  name: 'tenant-app.look-for-ended-sessions',
  cron: '7,22,37,52 * * * *',
  select: selectOrganizations,
  job: completeEndedSessions,
  payloadOf: () => ({}),
})

const updateEndedSessions = statement(
  z.object({ id: z.uuid(), name: z.string(), status: z.string(), isRecent: z.boolean() }),
  `with due as (
      select s.id, s.status from sessions s join tenants t on t.id = s.tenant_id
        where s.tenant_id = $tenantId and ${hasEndedADayAgo('s', 't.time_zone')} order by s.end_date, s.id limit ${BATCH_SIZE}
    )
    update sessions s set status = 'completed',
        updated_at = greatest($now::timestamptz, s.updated_at + interval '1 millisecond')
      from due where s.tenant_id = $tenantId and s.id = due.id
      returning s.id, s.name, due.status, s.end_date > $now::timestamptz - interval '7 days' as "isRecent"`,
)

/** @returns the number of completed sessions */
async function completeEnded(scope: TenantScope): Promise<number> {
  // Locks like every change of a session, so that no concurrent status is overwritten.
  await lockSchedule(scope)
  const { tenantId } = scope
  const completed = await scope.rows(updateEndedSessions, { tenantId, now: scope.core.clock.now() })
  for (const { id, name, status, isRecent } of completed) {
    await record(scope, {
      action: 'session.updated',
      category: 'system',
      description: `Completed the session ${name} a day after its end`,
      resource: 'session',
      resourceId: id,
      before: { status },
      after: { status: 'completed' },
    })
    // Emits no events for sessions that ended long ago, as in an organization that never completed any.
    if (!isRecent) continue
    const fields = ['status']
    await emit(scope, sessionUpdated, { tenantId, sessionId: id, name, fields, movedTo: 'completed', wasOver: true })
  }
  return completed.length
}
