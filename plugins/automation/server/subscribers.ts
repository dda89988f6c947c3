import { systemActor } from '#core/server/identity/actor.ts'
import type { TestOrganization, TestPlatform } from '#core/testing/harness.ts'
import type { Billing } from './billing.ts'

/** Factories and queries for the tests of this plugin. */

export const billingOf = ({ platform }: TestPlatform) => platform.parts.get('billing')?.services as Billing

/** An organization that subscribes now. @param plan by its name */
export async function subscriber(platform: TestPlatform, plan = 'starter', name?: string): Promise<TestOrganization> {
  const organization = await platform.organization({ plan, ...(name === undefined ? {} : { name }) })
  await platform.core.db.platform(systemActor, (scope) =>
    billingOf(platform).createSubscription(scope, { tenantId: organization.id, plan }),
  )
  return organization
}

const additions = {
  users: `insert into users (tenant_id, username, email, password_hash, first_name, last_name, role)
    select ?, gen_random_uuid(), gen_random_uuid() || '@example.org', '', 'Ada', 'Lovelace', 'instructor' from generate_series(1, ?)`,
  sessions: `insert into sessions (tenant_id, name, start_date, end_date)
    select ?, 'Robots', $now, $now + interval '1 hour' from generate_series(1, ?)`,
  gigabytes: `insert into images (tenant_id, data, mime_type, filename, size)
    select ?, '', 'image/png', 'robot.png', 1073741824 from generate_series(1, ?)`,
}

/** Adds to what an organization uses, past the limits that would refuse it. */
export function add(
  { core }: TestPlatform,
  { id }: TestOrganization,
  what: Partial<Record<keyof typeof additions, number>>,
): Promise<void> {
  return core.db.platform(systemActor, async ({ trx }) => {
    for (const [name, count] of Object.entries(what)) {
      const now = `'${core.clock.now().toISOString()}'::timestamptz`
      await trx.raw(additions[name as keyof typeof additions].replaceAll('$now', now), [id, count])
    }
  })
}

/** Rows of a query over all organizations. */
export function ask<Row>({ core }: TestPlatform, text: string, values: readonly string[] = []): Promise<Row[]> {
  return core.db.platform(systemActor, async ({ trx }) => {
    const { rows } = await trx.raw<{ rows: Row[] }>(text, [...values])
    return rows
  })
}

export interface SubscriptionNow {
  plan: string
  pending: string | null
  status: string
  effective: string | null
  periodEnd: string
  enabled: boolean
}

export async function subscriptionOf(platform: TestPlatform, { id }: TestOrganization): Promise<SubscriptionNow> {
  const [row] = await ask<SubscriptionNow>(
    platform,
    `select p.name as plan, n.name as pending, s.status, s.upgrade_effective_date as effective,
            s.current_period_end as "periodEnd", s.auto_upgrade_enabled as enabled
       from subscriptions s join subscription_plans p on p.id = s.plan_id
       left join subscription_plans n on n.id = s.pending_upgrade_plan_id where s.tenant_id = ?`,
    [id],
  )
  return row as SubscriptionNow
}

export interface LogNow {
  reason: string
  to: string | null
  count: number
}

export function logsOf(platform: TestPlatform, { id }: TestOrganization): Promise<LogNow[]> {
  return ask<LogNow>(
    platform,
    `select reason, p.name as "to", active_user_count as count from subscription_upgrade_logs l
       left join subscription_plans p on p.id = l.to_plan_id where l.tenant_id = ? order by l.created_at, l.id`,
    [id],
  )
}

/** Subjects of the emails to an address, oldest first. */
export async function mailsTo(platform: TestPlatform, address: string): Promise<string[]> {
  const rows = await ask<{ subject: string }>(
    platform,
    'select subject from mail_messages where recipient = ? order by created_at, id',
    [address],
  )
  return rows.map(({ subject }) => subject)
}
