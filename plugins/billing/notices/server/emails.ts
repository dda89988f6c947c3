import { z } from 'zod'
import type { Env } from '#config/env.ts'
import { line, link, type MailParagraph } from '#core/server/mail/body.ts'
import { formatMoney } from '#core/contract/currencies.ts'
import { listText, longDate } from '#core/server/texts.ts'
import type { Notice } from './send-once.ts'

/** Recipient of an organization's billing email. */
const addressee = z.object({
  tenantId: z.string(),
  tenantName: z.string(),
  subdomain: z.string(),
  /** Address for invoices and reminders. */
  recipient: z.string(),
})
export type Addressee = z.infer<typeof addressee>

export const invoiceNotice = addressee.extend({
  id: z.string(),
  number: z.string(),
  total: z.number(),
  currency: z.string(),
  dueAt: z.string(),
})
export type InvoiceToTell = z.infer<typeof invoiceNotice>

export const paymentNotice = addressee.extend({
  id: z.string(),
  amount: z.number(),
  currency: z.string(),
})
export type PaymentToTell = z.infer<typeof paymentNotice>

/** Past due, with its reason, since and grace as they are now. */
export const subscriptionNotice = addressee.extend({
  id: z.string(),
  pastDueReason: z.string().nullable(),
  pastDueSince: z.string().nullable(),
  graceEndsAt: z.string().nullable(),
})
export type SubscriptionToTell = z.infer<typeof subscriptionNotice>

const settingsOf = (env: Env, { subdomain }: Addressee) => link(env, subdomain, '/org-settings')

const notice = (
  { tenantId, recipient }: Addressee,
  key: string,
  subject: string,
  paragraphs: readonly MailParagraph[],
): Notice => ({ key, tenantId, to: recipient, subject, body: [line`Hello,`, ...paragraphs] })

export function invoiceMail(env: Env, platformName: string, invoice: InvoiceToTell): Notice {
  const { id, number, tenantName, total, currency, dueAt } = invoice
  return notice(invoice, `invoice:${id}`, `Invoice ${number} from ${platformName}`, [
    line`Invoice ${number} for ${tenantName} is ready: ${formatMoney(total, currency)}, due on ${longDate(dueAt)}.`,
    line`Download it here:`,
    settingsOf(env, invoice),
  ])
}

export function pastDueMail(env: Env, platformName: string, subscription: SubscriptionToTell): Notice {
  const { id, tenantName, pastDueReason, pastDueSince, graceEndsAt } = subscription
  const grace = line`Until ${longDate(graceEndsAt ?? '')} everything works as before. After that ${tenantName} can be read and exported, but not changed, until it is paid.`
  return pastDueReason === 'trial-ended'
    ? notice(subscription, `past-due:${id}:${pastDueSince}`, `The trial of ${tenantName} has ended`, [
        line`The trial of ${tenantName} on ${platformName} has ended. Choose a plan to go on.`,
        grace,
        line`Your plan and use:`,
        settingsOf(env, subscription),
      ])
    : notice(subscription, `past-due:${id}:${pastDueSince}`, `Payment for ${tenantName} is overdue`, [
        line`A payment for ${tenantName} on ${platformName} is overdue since ${longDate(pastDueSince ?? '')}.`,
        grace,
        line`Your invoices:`,
        settingsOf(env, subscription),
      ])
}

export function readOnlyMail(env: Env, platformName: string, subscription: SubscriptionToTell): Notice {
  const { id, tenantName, graceEndsAt } = subscription
  return notice(subscription, `read-only:${id}:${graceEndsAt}`, `${tenantName} is now read-only`, [
    line`The payment for ${tenantName} on ${platformName} has not arrived, so it can be read and exported, but not changed. Nothing has been deleted.`,
    line`It works again as soon as it is paid. Your invoices:`,
    settingsOf(env, subscription),
  ])
}

export function paidMail(_env: Env, platformName: string, payment: PaymentToTell): Notice {
  const { id, tenantName, amount, currency } = payment
  return notice(payment, `paid:${id}`, `Payment received for ${tenantName}`, [
    line`Thank you: ${platformName} has received ${formatMoney(amount, currency)} for ${tenantName}.`,
  ])
}

/**
 * One for each day.
 * @param amounts what is open in each currency; zero when the trial has ended and no plan with a price was chosen
 */
export function reminderMail(
  env: Env,
  platformName: string,
  subscription: SubscriptionToTell,
  { amounts, day }: { amounts: readonly { amount: number; currency: string }[]; day: string },
): Notice {
  const open = amounts.filter(({ amount }) => amount > 0).map(({ amount, currency }) => formatMoney(amount, currency))
  const { id, tenantName, graceEndsAt } = subscription
  return notice(subscription, `reminder:${id}:${day}`, `Reminder: payment for ${tenantName}`, [
    open.length > 0
      ? line`${listText(open)} for ${tenantName} on ${platformName} is still open.`
      : line`The trial of ${tenantName} on ${platformName} has ended. Choose a plan to go on.`,
    ...(graceEndsAt
      ? [line`From ${longDate(graceEndsAt)} on, what is not paid can be read and exported, but not changed.`]
      : []),
    line`Your invoices:`,
    settingsOf(env, subscription),
  ])
}
