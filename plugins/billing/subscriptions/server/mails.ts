import { formatMoney, longDate } from '#core/server/words.ts'
import type { Env } from '#config/env.ts'
import { line } from '#core/server/mail/body.ts'
import { noticeTo, settingsOf, type Notice } from '../../server/notices.ts'
import type { SubscriptionRow } from './rows.ts'

/** @param subscription as it is now: past due, with its reason, since and grace */
export function pastDueMail(env: Env, platformName: string, subscription: SubscriptionRow): Notice {
  const { id, tenantName, pastDueReason, pastDueSince, graceEndsAt } = subscription
  const grace = line`Until ${longDate(graceEndsAt ?? '')} everything works as before. After that ${tenantName} can be read and exported, but not changed, until it is paid.`
  return pastDueReason === 'trial-ended'
    ? noticeTo(subscription, `past-due:${id}:${pastDueSince}`, `The trial of ${tenantName} has ended`, [
        line`The trial of ${tenantName} on ${platformName} has ended. Choose a plan to go on.`,
        grace,
        line`Your plan and use:`,
        settingsOf(env, subscription),
      ])
    : noticeTo(subscription, `past-due:${id}:${pastDueSince}`, `Payment for ${tenantName} is overdue`, [
        line`A payment for ${tenantName} on ${platformName} is overdue since ${longDate(pastDueSince ?? '')}.`,
        grace,
        line`Your invoices:`,
        settingsOf(env, subscription),
      ])
}

export function readOnlyMail(env: Env, platformName: string, subscription: SubscriptionRow): Notice {
  const { id, tenantName, graceEndsAt } = subscription
  return noticeTo(subscription, `read-only:${id}:${graceEndsAt}`, `${tenantName} is now read-only`, [
    line`The payment for ${tenantName} on ${platformName} has not arrived, so it can be read and exported, but not changed. Nothing has been deleted.`,
    line`It works again as soon as it is paid. Your invoices:`,
    settingsOf(env, subscription),
  ])
}

export function paidMail(
  platformName: string,
  subscription: SubscriptionRow,
  payment: { id: string; amount: number; currency: string },
): Notice {
  return noticeTo(subscription, `paid:${payment.id}`, `Payment received for ${subscription.tenantName}`, [
    line`Thank you: ${platformName} has received ${formatMoney(payment.amount, payment.currency)} for ${subscription.tenantName}.`,
  ])
}

/** @param today one reminder for each */
export function reminderMail(
  env: Env,
  platformName: string,
  subscription: SubscriptionRow,
  { amount, currency, today }: { amount: number; currency: string; today: string },
): Notice {
  const { id, tenantName, graceEndsAt } = subscription
  return noticeTo(subscription, `reminder:${id}:${today}`, `Reminder: payment for ${tenantName}`, [
    amount > 0
      ? line`${formatMoney(amount, currency)} for ${tenantName} on ${platformName} is still open.`
      : line`The trial of ${tenantName} on ${platformName} has ended. Choose a plan to go on.`,
    ...(graceEndsAt
      ? [line`From ${longDate(graceEndsAt)} on, what is not paid can be read and exported, but not changed.`]
      : []),
    line`Your invoices:`,
    settingsOf(env, subscription),
  ])
}
