import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { billingInterval, subscriptionStatus } from '../contract.ts'
import { subscriptionPlan } from '../plans/contract.ts'

const amounts = z.object({ users: z.number().int(), sessions: z.number().int(), storageBytes: z.number().int() })

/** An organization's own subscription. */
export const tenantSubscription = z.object({
  plan: subscriptionPlan.pick({
    name: true,
    displayName: true,
    description: true,
    price: true,
    currency: true,
    billingInterval: true,
    promises: true,
    maxUsers: true,
    maxSessions: true,
    maxStorage: true,
  }),
  status: subscriptionStatus,
  currentPeriodStart: instant,
  currentPeriodEnd: instant,
  nextPaymentAt: instant.nullable(),
  cancelAtPeriodEnd: z.boolean(),
  autoUpgradeEnabled: z.boolean(),
  billingEmail: z.string(),
  /** The smaller one of the plan's limit and the platform's. */
  limits: amounts,
  /** Active accounts of staff, sessions of the present billing period that are not canceled, bytes of files and images. */
  usage: amounts,
  pendingUpgrade: z
    .object({
      planName: z.string(),
      planDisplayName: z.string(),
      currentPrice: z.number(),
      newPrice: z.number(),
      currency: z.string(),
      billingInterval,
      effectiveDate: instant,
      limits: amounts,
    })
    .nullable(),
  readOnly: z.boolean(),
  graceEndsAt: instant.nullable(),
  /** Sums of the open invoices that are overdue, one for each currency. */
  overdueAmounts: z.array(z.object({ amount: z.number(), currency: z.string() })),
})
export type TenantSubscription = z.infer<typeof tenantSubscription>

const ownAdmin = { who: ['tenant_admin'], hosts: 'both', scope: 'tenant' } as const

const superAdmin = { who: ['superadmin'], hosts: 'platform', scope: 'platform' } as const

const automaticUpgrades = z.object({ enabled: z.boolean() })

export const usageContract = {
  subscriptionOfTenant: endpoint({
    method: 'GET',
    path: '/api/tenants/{id}/subscription',
    summary: "An organization's plan, limits and use as it sees them itself; null where it has no subscription",
    access: superAdmin,
    params: z.object({ id }),
    response: z.object({ subscription: z.union([tenantSubscription, z.null()]) }),
  }),
  tenantSubscription: endpoint({
    method: 'GET',
    path: '/api/tenant/subscription',
    summary: "The organization's own plan, limits and use, and the upgrade that is coming",
    access: ownAdmin,
    response: tenantSubscription,
  }),
  declineUpgrade: endpoint({
    method: 'POST',
    path: '/api/tenant/subscription/decline-upgrade',
    summary: 'Decline the upgrade that is coming, and automatic ones from now on',
    audit: 'subscription.upgrade-declined',
    access: { ...ownAdmin, whileReadOnly: true },
    response: tenantSubscription,
  }),
  switchOwnUpgrades: endpoint({
    method: 'PUT',
    path: '/api/tenant/subscription/automatic-upgrades',
    summary: 'Switch automatic upgrades on or off; off withdraws the upgrade that is coming',
    audit: 'subscription.automatic-upgrades-switched',
    access: { ...ownAdmin, whileReadOnly: true },
    body: automaticUpgrades,
    response: tenantSubscription,
  }),
  switchUpgradesOf: endpoint({
    method: 'PUT',
    path: '/api/tenants/{id}/subscription/automatic-upgrades',
    summary: 'Switch automatic upgrades of an organization on or off',
    audit: 'subscription.automatic-upgrades-switched',
    access: superAdmin,
    params: z.object({ id }),
    body: automaticUpgrades,
    response: z.object({ subscription: z.union([tenantSubscription, z.null()]) }),
  }),
} as const
