import { z } from 'zod'
import type { SystemOverview } from '#core/contract/settings.ts'
import type { PlatformScope } from '../core.ts'
import { statement } from '../database/statement.ts'
import { selectUnservedQueues } from '../jobs/queue-depths.ts'
import { VERSION } from '../version.ts'

const counted = z.object({
  databaseSize: z.number(),
  databaseVersion: z.string(),
  openOrganizations: z.number(),
  organizations: z.number(),
  activeUsers: z.number(),
  users: z.number(),
  mailPending: z.number(),
  mailHeld: z.number(),
  mailFailed: z.number(),
  jobsWaiting: z.number(),
  jobsFailed: z.number(),
})

const selectFigures = statement(
  counted,
  `select pg_database_size(current_database()) as "databaseSize",
          current_setting('server_version') as "databaseVersion",
          (select count(*) from tenants where status in ('active', 'trial')) as "openOrganizations",
          (select count(*) from tenants) as organizations,
          (select count(*) from users where is_active) as "activeUsers",
          (select count(*) from users) as users,
          mail.pending as "mailPending", mail.held as "mailHeld", mail.failed as "mailFailed",
          jobs.waiting as "jobsWaiting", jobs.failed as "jobsFailed"
     from (select count(*) filter (where status = 'pending') as pending,
                  count(*) filter (where status = 'held') as held,
                  count(*) filter (where status = 'failed') as failed
             from mail_messages where status <> 'sent') mail,
          (select count(*) filter (where state in ('created', 'retry')) as waiting,
                  count(*) filter (where state = 'failed') as failed
             from pgboss.job where state in ('created', 'retry', 'failed') and name = any ($1)) jobs`,
)

/** Reports the version and state of the platform. All statistics are counted now; the uptime is this node's. */
export async function systemOverview(scope: PlatformScope): Promise<SystemOverview> {
  const names = scope.core.jobs.names
  const [found] = await scope.rows(selectFigures, [names])
  const unserved = await scope.rows(selectUnservedQueues, [names])
  const { mailPending, mailHeld, mailFailed, jobsWaiting, jobsFailed, ...figures } = found as z.infer<typeof counted>
  const now = scope.core.clock.now()
  return {
    ...figures,
    systemVersion: VERSION,
    startedAt: new Date(now.getTime() - process.uptime() * 1000).toISOString(),
    mail: { pending: mailPending, held: mailHeld, failed: mailFailed },
    jobs: { waiting: jobsWaiting, failed: jobsFailed, unserved },
    countedAt: now.toISOString(),
  }
}
