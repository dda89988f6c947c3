import type { GlobalSettings } from '#core/contract/settings.ts'
import { sizeText } from '#core/contract/sizes.ts'
import type { BadgeTone } from '#core/web/ui/display/Badge.tsx'
import type { BillingInterval, SubscriptionStatus } from '../../contract.ts'
import type { PlanLimits } from '../../plans/contract.ts'

export const subscriptionLabels: Record<SubscriptionStatus, { label: string; tone: BadgeTone; description: string }> = {
  active: { label: 'Active', tone: 'green', description: 'Paid, or nothing is due' },
  trialing: { label: 'Trialing', tone: 'blue', description: 'Tries the platform out; nothing is invoiced' },
  past_due: { label: 'Past due', tone: 'amber', description: 'Owes a payment; read-only when the grace ends' },
  paused: { label: 'Paused', tone: 'neutral', description: 'Read-only, nothing is invoiced' },
  canceled: { label: 'Canceled', tone: 'red', description: 'Read-only, has ended' },
}

export const intervalLabels: Record<BillingInterval, string> = { monthly: 'Monthly', yearly: 'Yearly' }

/** '50 users', '1 session', '10 GB storage', 'Unlimited users'. */
export function limitTexts({ maxUsers, maxSessions, maxStorage }: PlanLimits): Record<keyof PlanLimits, string> {
  return {
    maxUsers: limitText(maxUsers, 'user'),
    maxSessions: limitText(maxSessions, 'session'),
    maxStorage: maxStorage === null ? 'Unlimited storage' : `${maxStorage.toLocaleString()} GB storage`,
  }
}

/** Limits of the platform that are below those of a plan, in words: the smaller one counts. */
export function capTexts(
  { maxUsers, maxSessions, maxStorage }: PlanLimits,
  caps: Pick<GlobalSettings, 'maxUsersPerTenant' | 'maxSessionsPerTenant' | 'maxStoragePerTenantMB'> | undefined,
): Partial<Record<keyof PlanLimits, string>> {
  if (!caps) return {}
  const { maxUsersPerTenant, maxSessionsPerTenant, maxStoragePerTenantMB } = caps
  const storage = maxStorage === null ? Infinity : maxStorage * 1024
  return {
    ...(maxUsersPerTenant < (maxUsers ?? Infinity) && {
      maxUsers: `Platform limit: ${maxUsersPerTenant.toLocaleString()}`,
    }),
    ...(maxSessionsPerTenant < (maxSessions ?? Infinity) && {
      maxSessions: `Platform limit: ${maxSessionsPerTenant.toLocaleString()}`,
    }),
    ...(maxStoragePerTenantMB < storage && {
      maxStorage: `Platform limit: ${sizeText(maxStoragePerTenantMB * 1024 ** 2)}`,
    }),
  }
}

/** The limits that are smaller in `after`: 'Unlimited users become 25 users'. */
export function loweredLimits(before: PlanLimits, after: PlanLimits): string[] {
  const [had, gets] = [limitTexts(before), limitTexts(after)]
  return (['maxUsers', 'maxSessions', 'maxStorage'] as const)
    .filter((name) => (after[name] ?? Infinity) < (before[name] ?? Infinity))
    .map((name) => `${had[name]} become ${gets[name]}`)
}

function limitText(limit: number | null, noun: string): string {
  return limit === null ? `Unlimited ${noun}s` : `${limit.toLocaleString()} ${noun}${limit === 1 ? '' : 's'}`
}

/** '3 days', '1 day'. */
export function daysText(days: number): string {
  return `${days.toLocaleString()} ${days === 1 ? 'day' : 'days'}`
}

export const countedSubscriptions = (count: number) =>
  `${count.toLocaleString()} ${count === 1 ? 'subscription' : 'subscriptions'}`
