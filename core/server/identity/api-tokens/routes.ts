import { z } from 'zod'
import { apiGroup, groupLabel, scopeOf } from '#core/contract/api-scopes.ts'
import {
  apiToken,
  apiTokensContract,
  apiTokenUsers,
  type ApiTokenUsers,
  MAX_API_TOKENS,
  type newApiToken,
  organizationToken,
  type ApiScopeGroup,
} from '#core/contract/api-tokens.ts'
import type { User } from '#core/contract/identity.ts'
import { LIST_CAP } from '#core/contract/paging.ts'
import { isAmong } from '#core/contract/roles.ts'
import type { Host } from '#core/contract/tenancy.ts'
import { record, referTo } from '../../audit.ts'
import type { Core, TenantScope } from '../../core.ts'
import { statement } from '../../database/statement.ts'
import { AppError, forbidden, invalidField, notFound } from '../../errors.ts'
import { countedPage } from '../../http/answers.ts'
import { mount, signedIn, type Unscoped } from '../../http/mount.ts'
import { notifyOwner } from '../second-factor/factors.ts'
import { accountById } from '../users.ts'
import { hashOfToken } from '../invitations.ts'
import { allowsTokens, makeApiToken } from './api-tokens.ts'

const DAY_MS = 86_400_000

const columns = (table: string) =>
  `${table}.id, ${table}.name, ${table}.visible_id as "visibleId", ${table}.host_subdomain as subdomain,
   ${table}.scopes, ${table}.created_at as "createdAt",
   ${table}.expires_at as "expiresAt", ${table}.last_used_at as "lastUsedAt"`

const selectOwnTokens = statement(
  apiToken,
  `select ${columns('a')} from api_tokens a where a.user_id = $userId
    order by a.created_at desc, a.id desc limit 200`,
)

const selectAllowedFor = statement(
  z.object({ allowedFor: z.enum(apiTokenUsers) }),
  'select api_tokens_for as "allowedFor" from tenants where id = $1',
)

const subdomainOf = (host: Host) => (host.app === 'tenant' ? host.subdomain : null)

async function isAllowed({ core, http }: Unscoped, user: User): Promise<boolean> {
  if (user.tenantId === null) return http.host.app === 'platform'
  const [row] = await core.db.platform(http.actor, ({ rows }) => rows(selectAllowedFor, [user.tenantId]))
  return allowsTokens(row?.allowedFor ?? 'off', user.role)
}

async function listApiTokens(unscoped: Unscoped) {
  const { core, http } = unscoped
  const { user } = signedIn(http)
  const tokens = await core.db.platform(http.actor, ({ rows }) => rows(selectOwnTokens, { userId: user.id }))
  return { isAllowed: await isAllowed(unscoped, user), tokens }
}

/** Lists the groups of endpoints that a user may call on a host, by what their contracts declare. */
function scopesFor(core: Core, { app }: Host, user: User): ApiScopeGroup[] {
  const groups = new Map<string, ApiScopeGroup>()
  for (const spec of core.endpoints) {
    const { who, hosts } = spec.access
    const scope = scopeOf(spec)
    if (scope === null || (hosts !== 'both' && hosts !== app)) continue
    if (typeof who !== 'string' && !isAmong(who, app, user.role)) continue
    const group = apiGroup(spec.path)
    const known = groups.get(group) ?? { group, label: groupLabel(group), read: false, write: false }
    groups.set(group, { ...known, ...(scope.endsWith(':read') ? { read: true } : { write: true }) })
  }
  return [...groups.values()].toSorted((one, other) => one.label.localeCompare(other.label))
}

const lockOwner = statement(z.object({ id: z.string() }), 'select id from users where id = $userId for no key update')

const countTokens = statement(
  z.object({ count: z.number() }),
  'select count(*)::int as count from api_tokens where user_id = $userId and expires_at > $now',
)

const insertToken = statement(
  apiToken,
  `insert into api_tokens as a
       (user_id, tenant_id, host_subdomain, name, visible_id, token_hash, scopes, created_at, expires_at)
     values ($userId, $tenantId, $subdomain, $name, $visibleId, $hash, $scopes, $now, $expiresAt)
     returning ${columns('a')}`,
)

/** @throws api-tokens.off 403, api-tokens.limit 409, invalid 400 for a scope that the caller cannot give */
async function createApiToken(unscoped: Unscoped, input: z.output<typeof newApiToken>) {
  const { core, http } = unscoped
  const { user } = signedIn(http)
  if (!(await isAllowed(unscoped, user))) throw tokensOff()
  const offered = new Set(
    scopesFor(core, http.host, user).flatMap(({ group, read, write }) => [
      ...(read ? [`${group}:read`] : []),
      ...(write ? [`${group}:write`] : []),
    ]),
  )
  const scopes = [...new Set(input.scopes)].toSorted()
  const unknown = scopes.find((scope) => !offered.has(scope))
  if (unknown !== undefined) throw invalidField('scopes', `Your account cannot grant the scope ${unknown}`)
  const { visibleId, token } = makeApiToken()
  const now = core.clock.now()
  return core.db.platform(http.actor, async (scope) => {
    await scope.rows(lockOwner, { userId: user.id })
    const [inForce] = await scope.rows(countTokens, { userId: user.id, now })
    if ((inForce?.count ?? 0) >= MAX_API_TOKENS) {
      const message = `You have ${MAX_API_TOKENS} API tokens. Revoke one that you no longer use.`
      throw new AppError('api-tokens.limit', 409, message)
    }
    const [created] = await scope.rows(insertToken, {
      userId: user.id,
      tenantId: user.tenantId,
      subdomain: subdomainOf(http.host),
      name: input.name,
      visibleId,
      hash: hashOfToken(token),
      scopes,
      now,
      expiresAt: new Date(now.getTime() + input.expiresInDays * DAY_MS).toISOString(),
    })
    const account = await accountById(scope, user.id)
    if (!created || !account) throw notFound('API token')
    await notifyOwner(scope, account, `The API token ${visibleId} was created for your account`)
    await record(scope, {
      action: 'api-token.created',
      category: 'security',
      description: `Created the API token ${visibleId}`,
      resource: 'user',
      resourceId: user.id,
      tenantId: user.tenantId,
      after: { name: created.name, scopes, expiresAt: created.expiresAt },
    })
    return { ...created, token }
  })
}

const tokensOff = () =>
  new AppError('api-tokens.off', 403, 'API tokens are not allowed for your account at this address.')

const deletedToken = z.object({ userId: z.string(), name: z.string(), visibleId: z.string() })

const deleteOwnToken = statement(
  deletedToken,
  `delete from api_tokens where id = $id and user_id = $userId
   returning user_id as "userId", name, visible_id as "visibleId"`,
)

async function revokeApiToken({ core, http }: Unscoped, id: string): Promise<void> {
  const { user } = signedIn(http)
  await core.db.platform(http.actor, async (scope) => {
    const [revoked] = await scope.rows(deleteOwnToken, { id, userId: user.id })
    if (!revoked) throw notFound('API token')
    await core.invalidations.announce(scope, 'api-token', id)
    await record(scope, {
      action: 'api-token.revoked',
      category: 'security',
      description: `Revoked the API token ${revoked.visibleId}`,
      resource: 'user',
      resourceId: user.id,
      tenantId: user.tenantId,
      before: { name: revoked.name },
    })
  })
}

const selectOrganizationTokens = statement(
  organizationToken.extend({ total: z.number() }),
  `select ${columns('a')}, u.id as "userId", u.first_name || ' ' || u.last_name as "userName", u.role,
          count(*) over ()::int as total
     from api_tokens a join users u on u.id = a.user_id
    order by a.created_at desc, a.id desc limit $limit offset $offset`,
)

async function listOrganizationTokens(
  scope: TenantScope,
  { limit = LIST_CAP, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
) {
  return countedPage(await scope.rows(selectOrganizationTokens, { limit, offset }), { limit, offset })
}

const deleteOrganizationToken = statement(
  deletedToken,
  `delete from api_tokens where id = $id returning user_id as "userId", name, visible_id as "visibleId"`,
)

async function revokeOrganizationToken(scope: TenantScope, id: string): Promise<void> {
  const [revoked] = await scope.rows(deleteOrganizationToken, { id })
  if (!revoked) throw notFound('API token')
  await scope.core.invalidations.announce(scope, 'api-token', id)
  await record(scope, {
    action: 'api-token.revoked',
    category: 'security',
    severity: 'warning',
    description: `Revoked the API token ${revoked.visibleId} of ${referTo('user', revoked.userId)}`,
    resource: 'user',
    resourceId: revoked.userId,
    before: { name: revoked.name },
  })
}

async function getApiTokenSettings(scope: TenantScope) {
  const [row] = await scope.rows(selectAllowedFor, [scope.tenantId])
  if (!row) throw forbidden()
  return row
}

const updateAllowedFor = statement('update tenants set api_tokens_for = $allowedFor where id = $tenantId')

async function updateApiTokenSettings(scope: TenantScope, { allowedFor }: { allowedFor: ApiTokenUsers }) {
  const before = await getApiTokenSettings(scope)
  await scope.rows(updateAllowedFor, { allowedFor, tenantId: scope.tenantId })
  await scope.core.invalidations.announce(scope, 'tenant', scope.tenantId)
  await record(scope, {
    action: 'api-token.settings-updated',
    category: 'security',
    description: 'Changed who may use API tokens',
    resource: 'tenant',
    resourceId: scope.tenantId,
    before,
    after: { allowedFor },
  })
  return { allowedFor }
}

export const mountedApiTokens = mount(apiTokensContract, {
  listApiTokens,
  listApiScopes: async ({ core, http }) => scopesFor(core, http.host, signedIn(http).user),
  createApiToken,
  revokeApiToken,
  listOrganizationTokens,
  revokeOrganizationToken,
  getApiTokenSettings,
  updateApiTokenSettings,
})
