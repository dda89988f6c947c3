import type { PartialModelObject } from 'objection'
import { changedFields, record } from '#core/server/audit.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, conflict, invalidField, notFound, violatedUnique } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { entitlements, promisesOf, type Entitlement } from '#core/contract/entitlements.ts'
import { amountFault } from '#core/contract/money.ts'
import { LIST_CAP } from '#core/contract/paging.ts'
import { planSubscriber, subscriptionPlan, missingPromise } from '../contract.ts'
import type { NewPlan, PlanChange, SubscriptionPlan } from '../contract.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import type { z } from 'zod'
import { PlanModel } from './plan.ts'

export type PlanSubscriber = z.infer<typeof planSubscriber>

const columns = `p.id, p.name, p.display_name as "displayName", p.description, p.price::float8 as price, p.currency,
  p.billing_interval as "billingInterval", p.features, p.entitlements, p.max_users as "maxUsers", p.max_sessions as "maxSessions",
  p.max_storage as "maxStorage", p.is_active as "isActive", p.sort_order as "sortOrder", p.ever_used as "everUsed",
  (select count(*) from subscriptions s where s.plan_id = p.id and s.status <> 'canceled') as "subscriberCount",
  p.created_at as "createdAt", p.updated_at as "updatedAt"`

const planRow = subscriptionPlan.omit({ promises: true })

const withPromises = ({ core }: PlatformScope, plan: z.infer<typeof planRow>): SubscriptionPlan => ({
  ...plan,
  promises: promisesOf({ features: plan.features, included: plan.entitlements }, core.limits.entitlements),
})

const selectPlans = statement(
  planRow,
  `select ${columns} from subscription_plans p order by p.sort_order, p.price, p.name limit ${LIST_CAP}`,
)

/** In their order, cheaper ones first where it is the same; inactive ones too. At most 1000. */
export async function listPlans(scope: PlatformScope): Promise<SubscriptionPlan[]> {
  const found = await scope.rows(selectPlans)
  return found.map((plan) => withPromises(scope, plan))
}

/** Features that plans can include, in the order of their cards. */
export function listEntitlements({
  core,
}: PlatformScope): Promise<{ key: Entitlement; title: string; help: string }[]> {
  return Promise.resolve(
    core.limits.entitlements.map((key) => ({ key, title: entitlements[key].title, help: entitlements[key].help })),
  )
}

const selectPlanById = statement(planRow, `select ${columns} from subscription_plans p where p.id = $1`)

/** @throws not-found */
async function planById(scope: PlatformScope, id: string): Promise<SubscriptionPlan> {
  const [found] = await scope.rows(selectPlanById, [id])
  if (!found) throw notFound('Plan')
  return withPromises(scope, found)
}

const lockPlan = statement('select id from subscription_plans where id = $1 for update')

/** Locks the plan until the commit against changes and new subscriptions. @throws not-found */
async function lockedPlan(scope: PlatformScope, id: string): Promise<SubscriptionPlan> {
  await scope.rows(lockPlan, [id])
  return planById(scope, id)
}

const refuseTaken = (error: unknown): never => {
  if (violatedUnique(error) === 'subscription_plans_name_unique')
    throw conflict('name', 'There already is a plan with this ID')
  throw error
}

/** @throws conflict at `name` when another plan has it */
export async function createPlan(scope: PlatformScope, input: NewPlan): Promise<SubscriptionPlan> {
  const now = scope.core.clock.now().toISOString()
  const { id } = await scope
    .savepoint(async () => PlanModel.query(scope.trx).insert({ ...input, createdAt: now, updatedAt: now }))
    .catch(refuseTaken)
  await record(scope, {
    action: 'plan.created',
    category: 'billing',
    description: `Created the plan ${input.displayName}`,
    resource: 'plan',
    resourceId: id,
    after: input,
  })
  await announcePlans(scope)
  return planById(scope, id)
}

/** Makes every node reload the features of plans. */
const announcePlans = (scope: PlatformScope) => scope.core.invalidations.announce(scope, 'plans', '')

const updateTenantPlans = statement('update tenants set plan = $2 where plan = $1')

/**
 * Changes the given fields. Limits apply at once, a price from the next invoice of each subscriber.
 * @throws conflict at `name`; invalid at `price` with decimals that its currency does not have, and at a feature that promises
 *   what the plan does not include; outdated 409 when `updatedAt` is not the present one
 */
export async function updatePlan(
  scope: PlatformScope,
  id: string,
  { updatedAt, ...change }: PlanChange,
): Promise<SubscriptionPlan> {
  const plan = await lockedPlan(scope, id)
  refuseOutdated('this plan', plan.updatedAt, updatedAt)
  const { before, after } = changedFields<Partial<NewPlan>>(plan, change)
  if (Object.keys(after).length === 0) return plan
  const fault = amountFault(after.price ?? plan.price, after.currency ?? plan.currency)
  if (fault !== undefined) throw invalidField('price', fault)
  const unkept = missingPromise({ ...plan, ...after })
  if (unkept) throw invalidField(`features.${unkept.index}`, unkept.message)
  await scope.savepoint(() => write(scope, plan, after)).catch(refuseTaken)
  if (after.name !== undefined) {
    await scope.rows(updateTenantPlans, [plan.name, after.name])
  }
  await record(scope, {
    action: 'plan.updated',
    category: 'billing',
    description: `Changed the plan ${plan.displayName}`,
    resource: 'plan',
    resourceId: id,
    before,
    after,
    // Without it the amounts would have no currency in the log.
    ...(after.price !== undefined && after.currency === undefined && { metadata: { currency: plan.currency } }),
  })
  await announcePlans(scope)
  return planById(scope, id)
}

async function write(
  scope: PlatformScope,
  plan: SubscriptionPlan,
  change: PartialModelObject<PlanModel>,
): Promise<void> {
  // Always later than before: it distinguishes versions, and two changes may come in one millisecond.
  await PlanModel.query(scope.trx)
    .findById(plan.id)
    .patch({ ...change, updatedAt: nextVersion(scope.core.clock, plan.updatedAt) })
}

/**
 * No organization is on an inactive plan, so one with subscribers stays active until they are migrated. A caller that
 * subscribes at the same moment is counted, or finds the plan inactive.
 * @throws plan.has-subscribers 409
 */
export async function setPlanStatus(scope: PlatformScope, id: string, isActive: boolean): Promise<SubscriptionPlan> {
  const plan = await lockedPlan(scope, id)
  if (plan.isActive === isActive) return plan
  if (!isActive && plan.subscriberCount > 0) {
    throw new AppError(
      'plan.has-subscribers',
      409,
      'Please select a target plan for migration or migrate subscribers first.',
      { details: { subscriberCount: plan.subscriberCount } },
    )
  }
  await write(scope, plan, { isActive })
  await record(scope, {
    action: isActive ? 'plan.activated' : 'plan.deactivated',
    category: 'billing',
    description: `${isActive ? 'Activated' : 'Deactivated'} the plan ${plan.displayName}`,
    resource: 'plan',
    resourceId: id,
    before: { isActive: plan.isActive },
    after: { isActive },
  })
  await announcePlans(scope)
  return planById(scope, id)
}

/** @throws plan.used 409 when an organization has or had it */
export async function deletePlan(scope: PlatformScope, id: string): Promise<void> {
  const plan = await lockedPlan(scope, id)
  if (plan.everUsed) {
    throw new AppError('plan.used', 409, 'Organizations have had this plan, so it can be deactivated but not deleted.')
  }
  await PlanModel.query(scope.trx).deleteById(id)
  await record(scope, {
    action: 'plan.deleted',
    category: 'billing',
    description: `Deleted the plan ${plan.displayName}`,
    resource: 'plan',
    resourceId: id,
    before: { name: plan.name, displayName: plan.displayName, price: plan.price },
  })
  await announcePlans(scope)
}

const selectSubscribers = statement(
  planSubscriber,
  `select s.id, t.name as "tenantName", s.status from subscriptions s join tenants t on t.id = s.tenant_id
      where s.plan_id = $1 and s.status <> 'canceled' order by lower(t.name), t.id limit $2 offset $3`,
)

/** Subscriptions that are not canceled, by the name of their organization. @throws not-found */
export async function listSubscribers(
  scope: PlatformScope,
  planId: string,
  { limit = LIST_CAP, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<PlanSubscriber>> {
  const plan = await planById(scope, planId)
  const found = await scope.rows(selectSubscribers, [planId, limit + 1, offset])
  return new PagedAnswer<PlanSubscriber>(found, { limit, offset, total: plan.subscriberCount })
}
