import type { BillingServices as Billing, Plan, UpgradeCandidate, UpgradeState } from '#plugins/billing/plugin.ts'

/** An upgrade, with the data for its announcement to the organization. */
export type UpgradeToTell = Awaited<ReturnType<Billing['upgradesToTell']>>[number]
export type { Billing, Plan, UpgradeCandidate, UpgradeState }
