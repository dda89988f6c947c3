import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'

export const upgradeReasons = ['user_limit_exceeded', 'session_limit_exceeded', 'storage_limit_exceeded'] as const
export type UpgradeReason = (typeof upgradeReasons)[number]

/** `automatic` follows from the daily cycle or from an act that went over a limit, `manual` from a check on request. */
export const upgradeTypes = ['automatic', 'manual'] as const
export type UpgradeType = (typeof upgradeTypes)[number]

/** An upgrade that a check has set, or found necessary without any plan that would do. */
export const upgradeLog = z.object({
  id,
  subscriptionId: id,
  tenantId: id,
  tenantName: z.string(),
  fromPlanId: id,
  fromPlanName: z.string(),
  /** null where no active plan of the same interval is large enough. */
  toPlanId: id.nullable(),
  toPlanName: z.string().nullable(),
  reason: z.enum(upgradeReasons),
  activeUserCount: z.number().int(),
  /** Limit of the plan at the time; null is unlimited. */
  planUserLimit: z.number().int().nullable(),
  upgradeType: z.enum(upgradeTypes),
  /** The end of the period in which it was found; null without a plan. */
  effectiveDate: instant.nullable(),
  notificationSent: z.boolean(),
  notificationSentAt: instant.nullable(),
  /** Declined or overtaken before its message went out, which is then never sent. */
  isWithdrawn: z.boolean(),
  createdAt: instant,
})
export type UpgradeLog = z.infer<typeof upgradeLog>

const count = z.number().int()

/** Upgrades that a check found and set. */
export const checkOutcome = z.object({
  /** Active subscriptions that may be upgraded by themselves. */
  examined: count,
  upgrades: count,
  /** Subscriptions over a limit that no plan is large enough for; each is reported once. */
  withoutPlan: count,
})
export type CheckOutcome = z.infer<typeof checkOutcome>

/** The stages of a cycle, in their order. */
export const cycleStages = ['periods', 'states', 'check', 'notifications'] as const
export type CycleStage = (typeof cycleStages)[number]

/** Outcome of each stage of a cycle; null for one that was not reached. */
export const cycleOutcome = z.object({
  /** Periods that began, upgrades that took effect with them, invoices, subscriptions that ended as asked for. */
  periods: z.object({ renewed: count, upgraded: count, invoiced: count, canceled: count }).nullable(),
  /** Subscriptions whose trial ended, that became past due, whose organization became read-only. */
  states: z.object({ trialsEnded: count, pastDue: count, readOnly: count }).nullable(),
  check: checkOutcome.nullable(),
  /** Number of queued messages about upgrades; each log shows whether its own was sent. */
  notifications: z.object({ sent: count }).nullable(),
})
export type CycleOutcome = z.infer<typeof cycleOutcome>

export const runTriggers = ['schedule', 'button', 'command'] as const
export type RunTrigger = (typeof runTriggers)[number]

export const automationRun = z.object({
  startedAt: instant,
  /** null while it runs, and for one that was interrupted: the next run goes on where it stopped. */
  finishedAt: instant.nullable(),
  trigger: z.enum(runTriggers),
  outcome: cycleOutcome,
})
export type AutomationRun = z.infer<typeof automationRun>

export const automationOverview = z.object({
  /** Upgrades of all time. */
  totalUpgrades: count,
  /** Upgrades of the last 7 days. */
  recentUpgrades: count,
  automaticUpgrades: count,
  /** Messages that wait to be sent. */
  pendingNotifications: count,
  /** Subscriptions that a check looks at. */
  examinedSubscriptions: count,
  /** Subscriptions for which an upgrade is set and not in effect yet. */
  pendingUpgrades: count,
  lastRun: automationRun.nullable(),
  nextRunAt: instant,
  settings: z.object({
    /** Days between a due date and the organization's becoming read-only. */
    gracePeriodDays: count,
    invoicePrefix: z.string(),
    /** Per cent. */
    taxRate: z.number(),
    supportEmail: z.string(),
    /** Without a mail server messages are held. */
    mailServerSet: z.boolean(),
  }),
})
export type AutomationOverview = z.infer<typeof automationOverview>

const superAdmin = { who: ['superadmin'], hosts: 'platform' } as const

export const automationContract = {
  listUpgradeLogs: endpoint({
    method: 'GET',
    path: '/api/admin/subscription-upgrade-logs',
    summary: 'Upgrades that checks have set, newest first',
    access: { ...superAdmin, scope: 'platform' },
    query: pagingQuery,
    response: z.array(upgradeLog),
  }),
  checkUpgrades: endpoint({
    method: 'POST',
    path: '/api/admin/check-subscription-upgrades',
    summary: 'Look for subscriptions over a limit of their plan and set their upgrades',
    audit: ['automation.checked', 'subscription.upgrade-scheduled'],
    rateLimit: 30,
    access: { ...superAdmin, scope: 'none' },
    response: checkOutcome.extend({ message: z.string() }),
  }),
  runAutomation: endpoint({
    method: 'POST',
    path: '/api/admin/run-subscription-automation',
    summary: 'Run the whole cycle now: due upgrades, periods with invoices, states, check, notifications',
    audit: [
      'automation.ran',
      'subscription.rolled-over',
      'subscription.ended',
      'subscription.trial-ended',
      'subscription.past-due',
      'subscription.read-only',
      'subscription.upgrade-scheduled',
      'automation.checked',
    ],
    rateLimit: 30,
    access: { ...superAdmin, scope: 'none' },
    response: cycleOutcome.extend({ message: z.string() }),
  }),
  automationOverview: endpoint({
    method: 'GET',
    path: '/api/admin/subscription-automation/overview',
    summary: 'Figures of the automation, its last and next run and the settings that it works with',
    access: { ...superAdmin, scope: 'platform' },
    response: automationOverview,
  }),
} as const
