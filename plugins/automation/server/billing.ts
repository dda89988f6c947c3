import type { BillingServices as Billing, Plan, UpgradeCandidate, UpgradeState } from '#plugins/billing/plugin.ts'

/** An upgrade as its organization is to be told of it. */
export type UpgradeToTell = Awaited<ReturnType<Billing['upgradesToTell']>>[number]
export type { Billing, Plan, UpgradeCandidate, UpgradeState }
