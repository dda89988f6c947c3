import { PLAN_LACKS_CODE, type Entitlement } from '#core/contract/entitlements.ts'
import type { Role } from '#core/contract/roles.ts'
import type { Lacking } from '#core/contract/tenancy.ts'
import type { Core, News, Scope } from './core.ts'
import { Cache } from './database/cache.ts'
import { AppError } from './errors.ts'
import type { RequestContext } from './http/context.ts'
import { systemActor } from './identity/actor.ts'
import { lackText } from './limit-texts.ts'
import type { FeaturesByTenant, PlanFeatures } from './plan-limits.ts'

/** Features of organizations' plans, kept in memory and invalidated on every node. */
export class CachedPlanFeatures implements FeaturesByTenant {
  readonly #cache: Cache<PlanFeatures | null>

  constructor(invalidations: News) {
    this.#cache = new Cache(invalidations, 20_000)
    invalidations.on('tenant', (id) => this.#cache.forget((_, tenantId) => tenantId === id))
    invalidations.on('plans', () => this.#cache.clear())
  }

  of(tenantId: string, load: () => Promise<PlanFeatures | undefined>): Promise<PlanFeatures | null> {
    return this.#cache.get(tenantId, async () => (await load()) ?? null)
  }
}

/** Reads the features of an organization's plan in the caller's transaction; null without a plan, which includes everything. */
function featuresOf(scope: Scope, tenantId: string): Promise<PlanFeatures | null> {
  const { features, plans } = scope.core.limits
  return features.of(tenantId, async () => plans?.featuresOf(scope, tenantId))
}

const lacks = (features: PlanFeatures | null, needed: Entitlement): features is PlanFeatures =>
  features !== null && features.included !== null && !features.included.includes(needed)

/** True where an organization's plan includes a feature, for work outside of requests. */
export async function isIncluded(scope: Scope, tenantId: string, needed: Entitlement): Promise<boolean> {
  return !lacks(await featuresOf(scope, tenantId), needed)
}

/**
 * Refuses an act for which the plan of the caller's organization lacks a feature; super admins and the platform's own acts
 * pass. For endpoints with `needsByHandler`, and for files.
 * @throws plan.lacks 403
 */
export async function requireEntitlement(scope: Scope, needed: Entitlement): Promise<void> {
  const role = scope.actor.user?.role
  if (scope.kind === 'platform' || role === undefined || role === 'superadmin') return
  const features = await featuresOf(scope, scope.tenantId)
  if (lacks(features, needed)) throw await refusal(scope.core, role, features, needed)
}

/**
 * Refuses as `requireFeature` does, before a handler has its scope: the gate of endpoints with `needs`.
 * @throws plan.lacks 403
 */
export async function refuseLacking(core: Core, context: RequestContext, needed: Entitlement): Promise<void> {
  const concerned = concernedBy(context)
  if (!concerned) return
  const features = await loadFeatures(core, concerned.tenantId)
  if (lacks(features, needed)) throw await refusal(core, concerned.role, features, needed)
}

/** Lists the features that the plan of the caller's organization lacks, with their refusal messages. */
export async function lackingOf(core: Core, context: RequestContext): Promise<Lacking[]> {
  const concerned = concernedBy(context)
  const features = concerned && (await loadFeatures(core, concerned.tenantId))
  if (!concerned || !features) return []
  const { supportEmail } = await core.settings.current()
  return core.limits.entitlements
    .filter((key) => lacks(features, key))
    .map((key) => ({ key, text: lackText(concerned.role, key, features, supportEmail) }))
}

function concernedBy({ tenant, session }: RequestContext): { tenantId: string; role: Role } | undefined {
  const tenantId = tenant?.id ?? session?.user.tenantId
  if (!session || !tenantId || session.user.role === 'superadmin') return undefined
  return { tenantId, role: session.user.role }
}

function loadFeatures({ limits, db }: Core, tenantId: string): Promise<PlanFeatures | null> {
  const { plans, features } = limits
  if (!plans) return Promise.resolve(null)
  return features.of(tenantId, () => db.platform(systemActor, (scope) => plans.featuresOf(scope, tenantId)))
}

async function refusal(core: Core, role: Role, features: PlanFeatures, needed: Entitlement): Promise<AppError> {
  const { supportEmail } = await core.settings.current()
  return new AppError(PLAN_LACKS_CODE, 403, lackText(role, needed, features, supportEmail))
}
