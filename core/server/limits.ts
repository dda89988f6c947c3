import { sizeText } from '#core/contract/sizes.ts'
import { counted } from '#core/server/words.ts'
import type { LimitedResource, Scope } from './core.ts'
import { statement } from './database/statement.ts'
import { AppError } from './errors.ts'

/** What core itself keeps of an organization; plugins add what they keep. */
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

const lock = statement(`select pg_advisory_xact_lock(hashtextextended('limits.' || $1::text || ':' || $2::text, 0))`)

/**
 * Refuses what would take an organization over the limit of its plan or, where no plugin keeps plans, of the global
 * settings. Call it in the transaction that adds, before adding: a lock held until the commit lets the second of two
 * at once see what the first has added.
 * @param adding units of the resource: staff accounts, sessions, bytes
 * @throws plan.limit 403
 */
export async function enforceLimit(
  scope: Scope,
  tenantId: string,
  resource: LimitedResource['name'],
  adding = 1,
): Promise<void> {
  const { limit, planName } = await limitOf(scope, tenantId, resource)
  if (limit === null) return
  await scope.rows(lock, [resource, tenantId])
  const used = await usedBy(scope, tenantId, resource)
  if (used + adding <= limit) return
  throw new AppError('plan.limit', 403, sentence(resource, limit, used, planName, adding))
}

/** What an organization has of a resource and may have of it, in its units; `limit` is null where nothing limits it. */
export async function roomOf(
  scope: Scope,
  tenantId: string,
  resource: LimitedResource['name'],
): Promise<{ used: number; limit: number | null }> {
  const { limit } = await limitOf(scope, tenantId, resource)
  return { used: await usedBy(scope, tenantId, resource), limit }
}

/** In units of the resource; null is unlimited. */
async function limitOf(
  scope: Scope,
  tenantId: string,
  resource: LimitedResource['name'],
): Promise<{ limit: number | null; planName: string | null }> {
  const plan = await scope.core.limits.ofPlan?.(scope, tenantId)
  if (plan) return { limit: plan[resource], planName: plan.planName }
  const settings = await scope.core.settings.current()
  const limit = {
    users: settings.maxUsersPerTenant,
    sessions: settings.maxSessionsPerTenant,
    storage: settings.maxStoragePerTenantMB * 1024 ** 2,
  }[resource]
  return { limit, planName: null }
}

async function usedBy(scope: Scope, tenantId: string, resource: LimitedResource['name']): Promise<number> {
  // Several plugins may keep what counts as one resource, files and pictures for example.
  const parts = scope.core.limits.resources
    .filter(({ name }) => name === resource)
    .map(({ from, where, measure }) => `(select ${measure} from ${from} where tenant_id = ? and ${where})`)
  if (parts.length === 0) return 0
  const { rows } = await scope.trx.raw<{ rows: { used: number }[] }>(
    `select (${parts.join(' + ')})::bigint as used`,
    parts.map(() => tenantId),
  )
  return rows[0]?.used ?? 0
}

function sentence(
  resource: LimitedResource['name'],
  limit: number,
  used: number,
  planName: string | null,
  adding: number,
): string {
  const allowed = planName === null ? 'An organization may have' : `The plan ${planName} allows`
  switch (resource) {
    case 'users':
      return `${allowed} ${counted(limit, 'staff account')}, and this organization has ${used}.`
    case 'sessions':
      return `${allowed} ${counted(limit, 'session')}, not counting cancelled ones, and this organization has ${used}${adding > 1 ? `; this would add ${adding}` : ''}.`
    case 'storage':
      return `${allowed} ${sizeText(limit, 'en')} of storage, and this file does not fit beside the ${sizeText(used, 'en')} in use.`
  }
}

export interface Usage {
  /** Active accounts of staff: parents and students are free. */
  users: number
  sessions: number
  /** Bytes. */
  storage: number
}

/** What organizations use, for any number of them with one query. */
export async function usageOf(scope: Scope, tenantIds: readonly string[]): Promise<ReadonlyMap<string, Usage>> {
  const usage = new Map(tenantIds.map((id) => [id, { users: 0, sessions: 0, storage: 0 }]))
  const { resources } = scope.core.limits
  if (resources.length === 0) return usage
  // One statement, so that what moves from one table to another meanwhile is counted once.
  const counts = resources.map(
    ({ name, from, where, measure }) =>
      `select '${name}' as name, tenant_id as "tenantId", (${measure})::float8 as used from ${from}
        where tenant_id = any(?::uuid[]) and ${where} group by tenant_id`,
  )
  const { rows } = await scope.trx.raw<{ rows: { name: keyof Usage; tenantId: string; used: number }[] }>(
    counts.join(' union all '),
    counts.map(() => [...tenantIds]),
  )
  for (const { name, tenantId, used } of rows) {
    const found = usage.get(tenantId)
    if (found) found[name] += used
  }
  return usage
}
