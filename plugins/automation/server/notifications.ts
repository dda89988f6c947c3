import { z } from 'zod'
import { formatMoney } from '#core/contract/currencies.ts'
import { statement } from '#core/server/database/statement.ts'
import { longDate } from '#core/server/texts.ts'
import type { Core, PlatformScope } from '#core/server/core.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { line, link } from '#core/server/mail/body.ts'
import { type NewMessage, sendMails } from '#core/server/mail/mail.ts'
import type { Billing, UpgradeToTell } from './billing.ts'
import { lockAutomation } from './lock.ts'

const BATCH_SIZE = 200

const waitingLog = z.object({
  id: z.string(),
  subscriptionId: z.string(),
  tenantName: z.string(),
  fromPlanId: z.string(),
  fromPlanName: z.string(),
  toPlanId: z.string().nullable(),
  reason: z.string(),
  effectiveDate: z.string().nullable(),
})
type WaitingLog = z.infer<typeof waitingLog>

/**
 * Queues emails for pending notifications, each batch in the transaction that records it, so that none is sent twice. First
 * records which earlier ones the mail server has accepted. @returns the number of announced upgrades
 */
export async function sendNotifications(core: Core, billing: Billing): Promise<number> {
  await core.db.platform(systemActor, noteSent)
  let sent = 0
  for (;;) {
    const batch = await core.db.platform(systemActor, (scope) => sendBatch(scope, billing))
    sent += batch.sent
    if (batch.taken < BATCH_SIZE) return sent
  }
}

const updateSent =
  statement(`update subscription_upgrade_logs l set notification_sent = true, notification_sent_at = m.sent_at
       from mail_messages m
      where m.id = l.mail_message_id and m.status = 'sent' and not l.notification_sent and l.withdrawn_at is null`)

async function noteSent(scope: PlatformScope): Promise<void> {
  await scope.rows(updateSent)
}

const selectUnnotifiedLogs = statement(
  waitingLog,
  `select l.id, l.subscription_id as "subscriptionId", t.name as "tenantName", l.from_plan_id as "fromPlanId",
            p.display_name as "fromPlanName", l.to_plan_id as "toPlanId", l.reason,
            l.effective_date as "effectiveDate"
       from subscription_upgrade_logs l
       join tenants t on t.id = l.tenant_id
       join subscription_plans p on p.id = l.from_plan_id
      where not l.notification_sent and l.withdrawn_at is null and l.mail_message_id is null
      order by l.id limit $1`,
)

async function sendBatch(scope: PlatformScope, billing: Billing): Promise<{ taken: number; sent: number }> {
  await lockAutomation(scope)
  const waiting = await scope.rows(selectUnnotifiedLogs, [BATCH_SIZE])
  const sent = (await notifyOrganizations(scope, billing, waiting)) + (await notifySupport(scope, waiting))
  return { taken: waiting.length, sent }
}

async function notifyOrganizations(scope: PlatformScope, billing: Billing, waiting: WaitingLog[]): Promise<number> {
  const upgrades = waiting.flatMap(({ toPlanId, effectiveDate, ...log }) =>
    toPlanId === null || effectiveDate === null ? [] : [{ ...log, toPlanId, effectiveDate }],
  )
  if (upgrades.length === 0) return 0
  const notices = new Map((await billing.upgradesToTell(scope, upgrades)).map((one) => [one.id, one]))
  const told = upgrades.filter(({ id }) => notices.has(id))
  const messages = await Promise.all(told.map(({ id }) => upgradeMail(scope, notices.get(id) as UpgradeToTell)))
  await noteHandedOver(scope, told, await sendMails(scope, messages))
  await billing.noteUpgradeNotified(
    scope,
    told.map(({ subscriptionId }) => subscriptionId),
  )
  await withdraw(
    scope,
    upgrades.filter(({ id }) => !notices.has(id)),
  )
  return told.length
}

async function upgradeMail(scope: PlatformScope, notice: UpgradeToTell): Promise<NewMessage> {
  const { platformName, supportEmail } = await scope.core.settings.current()
  const { tenantName, fromPlan, toPlan, billingInterval, currency, timeZone } = notice
  const price = (amount: number) => `${formatMoney(amount, currency)} ${billingInterval}`
  const date = longDate(notice.effectiveDate, timeZone)
  return {
    to: notice.recipient,
    tenantId: notice.tenantId,
    isFromPlatform: true,
    subject: `${tenantName} moves to the plan ${toPlan}`,
    body: [
      line`Hello,`,
      line`${tenantName} uses more than its plan on ${platformName} allows. With the next billing cycle it moves to the plan ${toPlan}.`,
      [line`  Now: ${fromPlan}, ${price(notice.fromPrice)}`, line`  From ${date}: ${toPlan}, ${price(notice.toPrice)}`],
      line`Until ${date} you can decline this here:`,
      link(scope.core.env, notice.subdomain, '/org-settings'),
      line`Questions? Write to ${supportEmail}.`,
    ],
  }
}

/** One message for all subscriptions of a batch that no plan is large enough for. */
async function notifySupport(scope: PlatformScope, waiting: WaitingLog[]): Promise<number> {
  const unfit = waiting.filter(({ toPlanId }) => toPlanId === null)
  if (unfit.length === 0) return 0
  const { supportEmail } = await scope.core.settings.current()
  const [message = ''] = await sendMails(scope, [
    {
      to: supportEmail,
      subject: `No plan is large enough for ${unfit.length === 1 ? unfit[0]?.tenantName : `${unfit.length} organizations`}`,
      body: [
        line`These organizations use more than their plan allows, and no active plan of the same billing interval is large enough:`,
        unfit.map(
          ({ tenantName, fromPlanName, reason }) => line`  ${tenantName}, ${fromPlanName}: ${words[reason] ?? reason}`,
        ),
        line`Create a larger plan, or talk to them. Each is reported once.`,
      ],
    },
  ])
  await noteHandedOver(
    scope,
    unfit,
    unfit.map(() => message),
  )
  return unfit.length
}

const words: Record<string, string> = {
  user_limit_exceeded: 'more staff accounts than allowed',
  session_limit_exceeded: 'more sessions than allowed',
  storage_limit_exceeded: 'more storage than allowed',
}

const updateMessageIds = statement(`update subscription_upgrade_logs l set mail_message_id = n.message_id
       from unnest($1::uuid[], $2::uuid[]) as n (id, message_id) where l.id = n.id`)

async function noteHandedOver(
  scope: PlatformScope,
  logs: readonly { id: string }[],
  messageIds: readonly string[],
): Promise<void> {
  await scope.rows(updateMessageIds, [logs.map(({ id }) => id), messageIds])
}

const updateWithdrawn = statement('update subscription_upgrade_logs set withdrawn_at = $2 where id = any($1)')

async function withdraw(scope: PlatformScope, logs: readonly { id: string }[]): Promise<void> {
  await scope.rows(updateWithdrawn, [logs.map(({ id }) => id), scope.core.clock.now().toISOString()])
}
