import { CONFIRM_UPGRADE_CODE } from '#core/contract/limits.ts'
import { isStaff } from '#core/contract/roles.ts'
import type { GlobalSettings } from '#core/contract/settings.ts'
import type { Scope } from './core.ts'
import { asPlatform } from './database/scope.ts'
import { statement } from './database/statement.ts'
import { AppError } from './errors.ts'
import { refusalText, upgradeText } from './limit-texts.ts'
import type { LargerPlan, LimitedResource, NoUpgrade, Period, Usage } from './plan-limits.ts'

export type { Usage }

/** Resources that core itself stores for an organization; plugins add theirs. */
export const coreResources: readonly LimitedResource[] = [
  {
    name: 'users',
    from: 'users',
    where: `is_active and (role = 'tenant_admin' or role = 'instructor')`,
    measure: 'count(*)',
  },
  { name: 'storage', from: 'files', where: 'true', measure: 'coalesce(sum(size), 0)::bigint' },
  { name: 'storage', from: 'images', where: 'true', measure: 'coalesce(sum(size), 0)::bigint' },
]

type Resource = LimitedResource['name']

const lock = statement(`select pg_advisory_xact_lock(hashtextextended('limits.' || $1::text || ':' || $2::text, 0))`)

/**
 * Refuses what would take an organization over the smaller one of its plan's limit and the platform's. A limit of a plan is
 * soft where the organization would move to a larger plan: staff agree to it first, and the upgrade is announced. Call it
 * in the transaction that adds, before adding: a lock held until the commit lets the second of two at once see what the
 * first has added.
 * @param adding staff accounts, or bytes
 * @param isUnderWay the act was agreed to when it began, as an upload is: the caller is not asked again
 * @throws plan.limit 403; plan.confirm-upgrade 403 where the caller has not agreed to the upgrade
 */
export function enforceLimit(
  scope: Scope,
  tenantId: string,
  resource: Exclude<Resource, 'sessions'>,
  adding = 1,
  { isUnderWay = false }: { isUnderWay?: boolean } = {},
): Promise<void> {
  return enforce(scope, tenantId, { resource, growths: [{ adding, period: null }], asks: !isUnderWay })
}

/**
 * The same for sessions, which count in the billing period of their start. Those of a period that is over are not refused:
 * it was paid for, and what took place can be recorded.
 * @param starts of the sessions that are added
 * @param leaving starts at which sessions take place no more
 */
export async function enforceSessionLimit(
  scope: Scope,
  tenantId: string,
  starts: readonly string[],
  leaving: readonly string[] = [],
): Promise<void> {
  const periodOf = await periodsOf(scope, tenantId)
  const present = periodOf(scope.core.clock.now()).start.getTime()
  const growths = new Map<number, Growth>()
  const count = (instants: readonly string[], by: number) => {
    for (const instant of instants) {
      const period = periodOf(new Date(instant))
      const before = growths.get(period.start.getTime())?.adding ?? 0
      growths.set(period.start.getTime(), { period, adding: before + by })
    }
  }
  count(starts, 1)
  count(leaving, -1)
  const growing = [...growths].flatMap(([start, growth]) => (growth.adding > 0 && start >= present ? [growth] : []))
  if (growing.length > 0) await enforce(scope, tenantId, { resource: 'sessions', growths: growing, asks: true })
}

interface Growth {
  adding: number
  /** null for what counts in all periods. */
  period: Period | null
}

interface Growing {
  resource: Resource
  growths: readonly Growth[]
  asks: boolean
}

interface Need {
  used: number
  adding: number
  total: number
  /** Set for a billing period that has not begun. */
  later: Period | null
}

async function enforce(scope: Scope, tenantId: string, growing: Growing): Promise<void> {
  const { resource, growths } = growing
  // Before the lock: waiting for another connection while holding it could exhaust the pool.
  const settings = await scope.core.settings.current()
  const platformLimit = platformLimits(settings)[resource]
  await scope.rows(lock, [resource, tenantId])
  const plan = await scope.core.limits.plans?.allowanceOf(scope, tenantId)
  const planLimit = plan?.[resource] ?? null
  const needs = await needsOf(scope, tenantId, resource, growths)
  const [most] = needs.toSorted((a, b) => b.total - a.total)
  if (!most || most.total <= Math.min(planLimit ?? platformLimit, platformLimit)) return
  const { supportEmail } = settings
  const refuse = (limit: number, planName: string | null, why: NoUpgrade | 'platform') => {
    const message = refusalText({ resource, limit, planName, why, supportEmail, ...most })
    throw new AppError('plan.limit', 403, message)
  }
  if (!plan || planLimit === null || planLimit >= platformLimit) return refuse(platformLimit, null, 'platform')
  if (most.total > platformLimit) return refuse(planLimit, plan.planName, 'no-plan')
  const usage = { ...(await usageOf(scope, [tenantId])).get(tenantId), [resource]: most.total } as Usage
  const larger = await findUpgrade(scope, tenantId, usage)
  if (typeof larger === 'string') return refuse(planLimit, plan.planName, larger)
  // Families and jobs go on: prices are no concern of theirs, and admins are notified.
  if (growing.asks && isAsked(scope) && scope.actor.agreedPlan !== larger.name) {
    const message = upgradeText(scope, { resource, limit: planLimit, later: most.later }, larger)
    throw new AppError(CONFIRM_UPGRADE_CODE, 403, message, { details: { plan: larger.name } })
  }
  // Sessions of later periods may still be canceled: the check looks at them when their period has begun.
  if (!needs.some(({ total, later }) => later === null && total > planLimit)) return
  // Another act may have announced an upgrade meanwhile: its limits hold now.
  if (!(await announceUpgrade(scope, tenantId, usage))) await enforce(scope, tenantId, growing)
}

async function needsOf(
  scope: Scope,
  tenantId: string,
  resource: Resource,
  growths: readonly Growth[],
): Promise<Need[]> {
  const now = scope.core.clock.now().getTime()
  const needs: Need[] = []
  for (const { adding, period } of growths) {
    const used = await usedBy(scope, tenantId, resource, period)
    needs.push({ adding, used, total: used + adding, later: period && period.start.getTime() > now ? period : null })
  }
  return needs
}

function isAsked({ actor }: Scope): boolean {
  const role = actor.user?.role
  // A job that works for someone cannot ask.
  return actor.requestId !== null && role !== undefined && (role === 'superadmin' || isStaff(role))
}

async function findUpgrade(scope: Scope, tenantId: string, usage: Usage): Promise<LargerPlan | NoUpgrade> {
  const { upgrades } = scope.core.limits
  return upgrades ? asPlatform(scope, (platform) => upgrades.find(platform, tenantId, usage)) : 'no-plan'
}

async function announceUpgrade(scope: Scope, tenantId: string, usage: Usage): Promise<boolean> {
  const { upgrades } = scope.core.limits
  return upgrades ? asPlatform(scope, (platform) => upgrades.announce(platform, tenantId, usage)) : true
}

/** The most that every organization may have, in the units of the resources. */
export function platformLimits(
  settings: Pick<GlobalSettings, 'maxUsersPerTenant' | 'maxSessionsPerTenant' | 'maxStoragePerTenantMB'>,
): Usage {
  return {
    users: settings.maxUsersPerTenant,
    sessions: settings.maxSessionsPerTenant,
    storage: settings.maxStoragePerTenantMB * 1024 ** 2,
  }
}

/** Reads how much of a resource an organization has and may have, in its units. */
export async function roomOf(
  scope: Scope,
  tenantId: string,
  resource: Exclude<Resource, 'sessions'>,
): Promise<{ used: number; limit: number }> {
  const platformLimit = platformLimits(await scope.core.settings.current())[resource]
  const plan = await scope.core.limits.plans?.allowanceOf(scope, tenantId)
  return {
    used: await usedBy(scope, tenantId, resource, null),
    limit: Math.min(plan?.[resource] ?? platformLimit, platformLimit),
  }
}

async function usedBy(scope: Scope, tenantId: string, resource: Resource, period: Period | null): Promise<number> {
  // Several plugins may keep what counts as one resource, files and pictures for example.
  const parts = scope.core.limits.resources
    .filter(({ name }) => name === resource)
    .map(({ from, where, measure, at }) => {
      const isWithin = period && at
      return {
        text: `(select ${measure} from ${from} where tenant_id = ? and ${where}${isWithin ? ` and ${at} >= ? and ${at} < ?` : ''})`,
        values: isWithin ? [tenantId, period.start.toISOString(), period.end.toISOString()] : [tenantId],
      }
    })
  if (parts.length === 0) return 0
  const { rows } = await scope.trx.raw<{ rows: { used: number }[] }>(
    `select (${parts.map(({ text }) => text).join(' + ')})::bigint as used`,
    parts.flatMap(({ values }) => values),
  )
  return rows[0]?.used ?? 0
}

/** A calendar month, for organizations without a plan. */
function monthOf(at: Date): Period {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()]
  return { start: new Date(Date.UTC(year, month, 1)), end: new Date(Date.UTC(year, month + 1, 1)) }
}

async function periodsOf(scope: Scope, tenantId: string): Promise<(at: Date) => Period> {
  return (await scope.core.limits.plans?.periodsOf(scope, [tenantId]))?.get(tenantId) ?? monthOf
}

/** Reads what organizations use in their present billing periods, any number of them with one query or two. */
export async function usageOf(scope: Scope, tenantIds: readonly string[]): Promise<ReadonlyMap<string, Usage>> {
  const usage = new Map(tenantIds.map((id) => [id, { users: 0, sessions: 0, storage: 0 }]))
  const { resources, plans } = scope.core.limits
  if (resources.length === 0) return usage
  const hasPeriods = resources.some(({ at }) => at !== undefined)
  const periods = hasPeriods ? await plans?.periodsOf(scope, tenantIds) : undefined
  const now = scope.core.clock.now()
  const present = tenantIds.map((id) => (periods?.get(id) ?? monthOf)(now))
  const within = [
    [...tenantIds],
    present.map(({ start }) => start.toISOString()),
    present.map(({ end }) => end.toISOString()),
  ]
  // One statement, so that what moves from one table to another meanwhile is counted once.
  const counts = resources.map(({ name, from, where, measure, at }) =>
    at === undefined
      ? `select '${name}' as name, tenant_id as "tenantId", (${measure})::float8 as used from ${from}
          where tenant_id = any(?::uuid[]) and ${where} group by tenant_id`
      : `select '${name}' as name, tenant_id as "tenantId", (${measure})::float8 as used from ${from}
          join unnest(?::uuid[], ?::timestamptz[], ?::timestamptz[]) as period (of_tenant, period_start, period_end)
            on tenant_id = of_tenant and ${at} >= period_start and ${at} < period_end
         where ${where} group by tenant_id`,
  )
  const { rows } = await scope.trx.raw<{ rows: { name: keyof Usage; tenantId: string; used: number }[] }>(
    counts.join(' union all '),
    resources.flatMap(({ at }) => (at === undefined ? [[...tenantIds]] : within)),
  )
  for (const { name, tenantId, used } of rows) {
    const found = usage.get(tenantId)
    if (found) found[name] += used
  }
  return usage
}
