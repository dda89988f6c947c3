import type { Env } from '#config/env.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { subscribe, type Subscription } from '#core/server/events/events.ts'
import {
  becamePastDue,
  becameReadOnly,
  invoicesChanged,
  paymentRecorded,
  reminded,
} from '../../shared/server/events.ts'
import {
  invoiceMail,
  paidMail,
  pastDueMail,
  readOnlyMail,
  reminderMail,
  invoiceNotice,
  paymentNotice,
  subscriptionNotice,
} from './emails.ts'
import { sendOnce, type Notice } from './send-once.ts'

const addressee = `t.id as "tenantId", t.name as "tenantName", t.subdomain,
  coalesce(s.billing_email, t.admin_email) as recipient`

/** Addressee of their invoices, who may have changed by now. */
const selectInvoiceNotices = statement(
  invoiceNotice,
  `select i.id, i.number, i.total::float8 as total, i.currency, i.due_at as "dueAt", t.id as "tenantId",
      t.subdomain, i.bill_to->>'name' as "tenantName", i.bill_to->>'email' as recipient
     from invoices i join tenants t on t.id = i.tenant_id where i.id = any($1::uuid[]) order by i.number`,
)

const selectPaymentNotices = statement(
  paymentNotice,
  `select p.id, p.amount::float8 as amount, p.currency, ${addressee}
     from payments p join subscriptions s on s.tenant_id = p.tenant_id and s.id = p.subscription_id
     join tenants t on t.id = p.tenant_id where p.id = any($1::uuid[])`,
)

const selectSubscriptionNotices = statement(
  subscriptionNotice,
  `select s.id, s.past_due_reason as "pastDueReason", s.past_due_since as "pastDueSince",
      s.grace_ends_at as "graceEndsAt", ${addressee}
     from subscriptions s join tenants t on t.id = s.tenant_id where s.id = any($1::uuid[]) order by s.id`,
)

async function sendNotices<Told>(
  scope: PlatformScope,
  found: readonly Told[],
  mail: (env: Env, platformName: string, told: Told) => Notice,
): Promise<void> {
  const { platformName } = await scope.core.settings.current()
  await sendOnce(
    scope,
    found.map((told) => mail(scope.core.env, platformName, told)),
  )
}

const idsOf = (subscriptions: readonly { subscriptionId: string }[]) =>
  subscriptions.map(({ subscriptionId }) => subscriptionId)

/** Emails to organizations about their subscriptions, in the transaction of the event: a message is a row. */
export const billingNotices: readonly Subscription[] = [
  subscribe(invoicesChanged, {
    runs: 'within',
    run: async (scope, { what, invoiceIds }) => {
      if (what === 'issued') await sendNotices(scope, await scope.rows(selectInvoiceNotices, [invoiceIds]), invoiceMail)
    },
  }),
  subscribe(paymentRecorded, {
    runs: 'within',
    run: async (scope, { paymentId }) =>
      sendNotices(scope, await scope.rows(selectPaymentNotices, [[paymentId]]), paidMail),
  }),
  subscribe(becamePastDue, {
    runs: 'within',
    run: async (scope, { subscriptions }) =>
      sendNotices(scope, await scope.rows(selectSubscriptionNotices, [idsOf(subscriptions)]), pastDueMail),
  }),
  subscribe(becameReadOnly, {
    runs: 'within',
    run: async (scope, { subscriptions }) =>
      sendNotices(scope, await scope.rows(selectSubscriptionNotices, [idsOf(subscriptions)]), readOnlyMail),
  }),
  subscribe(reminded, {
    runs: 'within',
    run: async (scope, { subscriptionId, ...what }) =>
      sendNotices(
        scope,
        await scope.rows(selectSubscriptionNotices, [[subscriptionId]]),
        (env, platformName, subscription) => reminderMail(env, platformName, subscription, what),
      ),
  }),
]
