import { countText, listText } from '#core/server/texts.ts'
import type { CheckOutcome, CycleOutcome } from '../contract.ts'

/** Describes in a sentence what a check did. */
export function checkMessage({ examined, upgrades, withoutPlan }: CheckOutcome): string {
  const looked = `Checked ${countText(examined, 'active subscription')}`
  if (upgrades + withoutPlan === 0) return `${looked}: nothing new.`
  const done = [
    ...(upgrades > 0 ? [`${countText(upgrades, 'upgrade')} set for the next billing cycle`] : []),
    ...(withoutPlan > 0 ? [`${countText(withoutPlan, 'organization')} without a plan that is large enough`] : []),
  ]
  return `${looked}: ${listText(done)}.`
}

/** Describes in a sentence or two what a cycle did, without what did not happen. */
export function cycleMessage({ periods, states, check, notifications }: CycleOutcome): string {
  const done = [
    [periods?.renewed, 'period renewed', 'periods renewed'],
    [periods?.invoiced, 'invoice issued', 'invoices issued'],
    [periods?.upgraded, 'upgrade applied', 'upgrades applied'],
    [periods?.canceled, 'subscription ended', 'subscriptions ended'],
    [states?.trialsEnded, 'trial ended', 'trials ended'],
    [states?.pastDue, 'subscription past due', 'subscriptions past due'],
    [states?.readOnly, 'organization read-only', 'organizations read-only'],
    // The mail server accepts them later, or never: each log shows whether it has.
    [notifications?.sent, 'notification queued', 'notifications queued'],
  ] as const
  const happened = done.flatMap(([count, one, many]) => (count ? [countText(count, one, many)] : []))
  return [
    ...(check ? [checkMessage(check)] : []),
    happened.length > 0 ? `${listText(happened)}.` : 'Nothing else was due.',
  ].join(' ')
}
