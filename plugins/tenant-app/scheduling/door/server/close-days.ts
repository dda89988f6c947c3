import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { lookForOrganizations } from '#core/server/jobs/organizations-due.ts'
import { lastEvents } from '../../sessions/server/standing-events.ts'

/** Days for which an event that arrives late still ends its day. */
const MAX_DAYS = 60

/**
 * Children who are still here by the log of the door of a meeting whose day is over: at midnight, or at the end of one that
 * goes on beyond.
 */
const leftOpen = `(select l.tenant_id, l.session_id, l.meeting_id, l.student_id,
    greatest(m.ends_at, (m.day + 1)::timestamp at time zone z.time_zone, l.at) as ended_at
  from ${lastEvents(`d.at > $now::timestamptz - interval '${MAX_DAYS} days'`)} l
    join session_meetings m on m.tenant_id = l.tenant_id and m.id = l.meeting_id
    join tenants z on z.id = l.tenant_id
  where l.kind = 'in' and greatest(m.ends_at, (m.day + 1)::timestamp at time zone z.time_zone) <= $now::timestamptz)`

const insertClosings = statement(
  `insert into door_events (id, session_id, meeting_id, student_id, kind, at, recorded_at, how)
    select new_id(), o.session_id, o.meeting_id, o.student_id, 'closed', o.ended_at, $now, 'clock'
      from ${leftOpen} o where o.tenant_id = $tenantId`,
)

// One at a time, or two nodes would close a day twice.
const lock = statement(`select pg_advisory_xact_lock(hashtextextended('tenant-app.close-doors:' || $tenantId, 0))`)

/**
 * Ends 'here now' of children of whom no departure was recorded. No machine checks a child out: attendance keeps no time of
 * departure, and its minutes are assumed.
 */
export async function closeDays(scope: TenantScope): Promise<void> {
  const { tenantId } = scope
  await scope.rows(lock, { tenantId })
  await scope.rows(insertClosings, { tenantId, now: scope.core.clock.now() })
}

export const closeDoors = defineJob({
  name: 'tenant-app.close-doors',
  scope: 'tenant',
  payload: z.object({}),
  run: closeDays,
})

/** Every quarter of an hour, since midnight comes at each zone's own. */
export const lookForOpenDoors = lookForOrganizations({
  name: 'tenant-app.look-for-open-doors',
  cron: '2,17,32,47 * * * *',
  select: statement(
    z.object({ tenantId: z.uuid() }),
    `select distinct o.tenant_id as "tenantId" from ${leftOpen} o join tenants t on t.id = o.tenant_id
      where t.status in ('active', 'trial')`,
  ),
  job: closeDoors,
  payloadOf: () => ({}),
})
