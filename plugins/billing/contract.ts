import { z } from 'zod'
import { line, text } from '#core/contract/fields.ts'
import { currency } from '#core/contract/money.ts'

export const billingIntervals = ['monthly', 'yearly'] as const
export const billingInterval = z.enum(billingIntervals, 'Please select a billing interval')
export type BillingInterval = z.infer<typeof billingInterval>

export const subscriptionStatuses = ['active', 'trialing', 'past_due', 'canceled', 'paused'] as const
export const subscriptionStatus = z.enum(subscriptionStatuses, 'Please select a status')
export type SubscriptionStatus = z.infer<typeof subscriptionStatus>

const days = z.number('Not a number').int('Not a whole number').min(0, 'At least 0').max(365, 'At most 365')

/** With the defaults of spec part 1, section 9. */
export const billingSettings = z.object({
  defaultCurrency: currency.default('USD'),
  defaultTrialDays: days.default(14),
  gracePeriodDays: days.default(7),
  invoicePrefix: z
    .string()
    .regex(/^[A-Z0-9]{1,10}$/, 'Use 1 to 10 capital letters and digits')
    .default('TRE'),
  /** Per cent. */
  taxRate: z
    .number()
    .min(0, 'At least 0')
    .max(100, 'At most 100')
    .multipleOf(0.001, 'At most three decimals')
    .default(0),
  /** Address of the issuer on invoices: several lines. */
  invoiceAddress: text(400).default(''),
  /** Number of the issuer with its kind, such as `EIN 12-3456789`. */
  taxNumber: line(60).default(''),
  /** Ways to pay, on open invoices: several lines. */
  paymentDetails: text(600).default(''),
})
