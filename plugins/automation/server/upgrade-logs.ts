import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { upgradeLog, type UpgradeLog, type UpgradeType } from '../contract.ts'
import type { NeededUpgrade } from './needed-upgrades.ts'

/** A message counts as sent once the mail server has accepted it, which the cycle records a while later. */
const isSent = `(l.notification_sent or m.status is not distinct from 'sent')`

const selectUpgradeLogs = statement(
  upgradeLog,
  `select l.id, l.subscription_id as "subscriptionId", l.tenant_id as "tenantId", t.name as "tenantName",
            l.from_plan_id as "fromPlanId", old.display_name as "fromPlanName", l.to_plan_id as "toPlanId",
            new.display_name as "toPlanName", l.reason, l.active_user_count as "activeUserCount",
            l.plan_user_limit as "planUserLimit", l.upgrade_type as "upgradeType",
            l.effective_date as "effectiveDate", ${isSent} as "notificationSent",
            coalesce(l.notification_sent_at, case when m.status = 'sent' then m.sent_at end) as "notificationSentAt",
            l.withdrawn_at is not null as "isWithdrawn", l.created_at as "createdAt"
       from (select * from subscription_upgrade_logs order by created_at desc, id desc limit $1 offset $2) l
       join tenants t on t.id = l.tenant_id
       join subscription_plans old on old.id = l.from_plan_id
       left join subscription_plans new on new.id = l.to_plan_id
       left join mail_messages m on m.id = l.mail_message_id
      order by l.created_at desc, l.id desc`,
)

/** Upgrades that checks have set, newest first. */
export async function listUpgradeLogs(
  scope: PlatformScope,
  { limit = LIST_CAP, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<UpgradeLog>> {
  const rows = await scope.rows(selectUpgradeLogs, [limit + 1, offset])
  const [{ total } = { total: 0 }] = await scope.rows(countAll)
  return new PagedAnswer(rows, { limit, offset, total })
}

const countAll = statement(z.object({ total: z.number() }), 'select count(*) as total from subscription_upgrade_logs')

const upgradeCounts = z.object({
  totalUpgrades: z.number(),
  recentUpgrades: z.number(),
  automaticUpgrades: z.number(),
  pendingNotifications: z.number(),
})
type UpgradeCounts = z.infer<typeof upgradeCounts>

/** The window of 'Recent Upgrades' (spec part 1, section 9). */
const RECENT_DAYS = 7

/** Leaves out entries after which nothing is upgraded: no plan was large enough, or it was declined. */
const IS_UPGRADE = 'to_plan_id is not null and withdrawn_at is null'

const countUpgradeLogsStatement = statement(
  upgradeCounts,
  `select (select count(*) from subscription_upgrade_logs where ${IS_UPGRADE}) as "totalUpgrades",
            (select count(*) from subscription_upgrade_logs where created_at > $1 and ${IS_UPGRADE}) as "recentUpgrades",
            (select count(*) from subscription_upgrade_logs
              where upgrade_type = 'automatic' and ${IS_UPGRADE}) as "automaticUpgrades",
            (select count(*) from subscription_upgrade_logs l left join mail_messages m on m.id = l.mail_message_id
              where not l.notification_sent and l.withdrawn_at is null and not ${isSent}) as "pendingNotifications"`,
)

/** Counts the upgrades of the stat cards, and notifications that were not sent yet. */
export async function countUpgradeLogs(scope: PlatformScope): Promise<UpgradeCounts> {
  const since = new Date(scope.core.clock.now().getTime() - RECENT_DAYS * 86_400_000)
  const [counts] = await scope.rows(countUpgradeLogsStatement, [since.toISOString()])
  return counts as UpgradeCounts
}

interface Logging {
  upgradeType: UpgradeType
  /** Times at which upgrades take effect, by subscription. */
  dates: ReadonlyMap<string, string>
}

// Declined, and found again in the same period once automatic upgrades were on again.
const updateWithdrawnLogs = statement(
  z.object({ id: z.string() }),
  `update subscription_upgrade_logs l set withdrawn_at = null, mail_message_id = null, notification_sent = false,
         notification_sent_at = null, reason = u.reason, active_user_count = u.users, plan_user_limit = u."maxUsers",
         upgrade_type = $2, created_at = $3
     from jsonb_to_recordset($1::jsonb) as u ("subscriptionId" uuid, "fromPlanId" uuid, "toPlanId" uuid, reason text,
         users integer, "maxUsers" integer, "effectiveDate" timestamptz)
    where l.subscription_id = u."subscriptionId" and l.from_plan_id = u."fromPlanId" and l.to_plan_id = u."toPlanId"
      and l.effective_date = u."effectiveDate" and l.withdrawn_at is not null
   returning l.id`,
)

const insertUpgradeLogs = statement(
  z.object({ id: z.string() }),
  `insert into subscription_upgrade_logs (tenant_id, subscription_id, from_plan_id, to_plan_id, reason,
         active_user_count, plan_user_limit, upgrade_type, effective_date, created_at)
     select "tenantId", "subscriptionId", "fromPlanId", "toPlanId", reason, users, "maxUsers", $2, "effectiveDate", $3
       from jsonb_to_recordset($1::jsonb) as u ("tenantId" uuid, "subscriptionId" uuid, "fromPlanId" uuid,
         "toPlanId" uuid, reason text, users integer, "maxUsers" integer, "effectiveDate" timestamptz)
     on conflict do nothing returning id`,
)

/** Writes the logs of a batch; what was logged before is left out, unless it was withdrawn. @returns how many are new */
export async function logUpgrades(
  scope: PlatformScope,
  upgrades: readonly NeededUpgrade[],
  { upgradeType, dates }: Logging,
): Promise<number> {
  if (upgrades.length === 0) return 0
  const logs = upgrades.map(({ subscriptionId, tenantId, planId, target, reason, usage, plan }) => ({
    subscriptionId,
    tenantId,
    fromPlanId: planId,
    toPlanId: target?.id ?? null,
    reason,
    users: usage.users,
    maxUsers: plan.maxUsers,
    effectiveDate: target ? dates.get(subscriptionId) : null,
  }))
  const values = [JSON.stringify(logs), upgradeType, scope.core.clock.now().toISOString()]
  const revived = await scope.rows(updateWithdrawnLogs, values)
  const written = await scope.rows(insertUpgradeLogs, values)
  return revived.length + written.length
}
