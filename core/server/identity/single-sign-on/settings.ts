import { z } from 'zod'
import {
  MAX_SSO_PROVIDERS,
  NO_SECRET,
  SSO_CALLBACK_PATH,
  type newSsoProvider,
  type ssoOnlyWay,
  type SsoProvider,
  type ssoProviderChange,
} from '#core/contract/single-sign-on.ts'
import { changedFields, record } from '../../audit.ts'
import type { Scope, TenantScope } from '../../core.ts'
import { asOperator } from '../../database/scope.ts'
import { statement } from '../../database/statement.ts'
import { AppError, invalidField, notFound, unauthenticated } from '../../errors.ts'
import { isOfPlatform, refuseReadOnly, tenantFor } from '../../http/access.ts'
import type { Unscoped } from '../../http/mount.ts'
import { seal, unseal } from '../../secrets.ts'
import { originOf } from '../../tenancy/origin.ts'
import { nextVersion, refuseOutdated } from '../../versions.ts'
import { discover, isSameIssuer } from './oidc.ts'
import { provider as providerShape, providerColumns, SSO_TOPIC, type Provider } from './provider.ts'

const own = providerShape.extend({ isOwnWay: z.boolean() })

const ownColumns = `${providerColumns},
  exists (select from sso_identities i where i.provider_id = p.id and i.user_id = $userId) as "isOwnWay"`

const selectProviders = statement(
  own,
  `select ${ownColumns} from sso_providers p where p.tenant_id is not distinct from $tenantId::uuid
    order by p.created_at, p.id limit ${MAX_SSO_PROVIDERS}`,
)

const selectOwn = statement(
  own,
  `select ${ownColumns} from sso_providers p where p.id = $id and p.tenant_id is not distinct from $tenantId::uuid`,
)

const lockProviders = statement(
  `select pg_advisory_xact_lock(hashtextextended('sso.providers:' || coalesce($tenantId::text, 'platform'), 0))`,
)

const countProviders = statement(
  z.object({ count: z.number() }),
  'select count(*)::int as count from sso_providers where tenant_id is not distinct from $tenantId::uuid',
)

const selectAdmins = statement(
  z.object({ id: z.string(), name: z.string() }),
  `select id, first_name || ' ' || last_name as name from users
    where tenant_id = $tenantId and role = 'tenant_admin' and is_active and password_hash <> '!'
      and not must_change_password
    order by last_name, first_name, id limit 200`,
)

const selectSubdomain = statement(
  z.object({ subdomain: z.string() }),
  'select subdomain from tenants where id = $tenantId',
)

const tenantOf = (scope: Scope) => (scope.kind === 'tenant' ? scope.tenantId : null)
const callerOf = ({ actor }: Scope) => {
  if (!actor.user) throw unauthenticated()
  return actor.user.id
}

async function originFor(scope: Scope): Promise<string> {
  const tenantId = tenantOf(scope)
  const [row] = tenantId === null ? [] : await scope.rows(selectSubdomain, { tenantId })
  return originOf(scope.core.env, row?.subdomain ?? null)
}

const answerOf = (
  { tenantId: _tenant, clientSecret: _secret, ...shown }: z.infer<typeof own>,
  origin: string,
): SsoProvider => ({ ...shown, logoutUrl: `${origin}/api/sso/backchannel-logout/${shown.id}` })

export async function listSsoProviders(scope: Scope) {
  const tenantId = tenantOf(scope)
  const origin = await originFor(scope)
  const found = await scope.rows(selectProviders, { tenantId, userId: callerOf(scope) })
  return {
    callbackUrl: origin + SSO_CALLBACK_PATH,
    providers: found.map((one) => answerOf(one, origin)),
    admins: tenantId === null ? [] : await scope.rows(selectAdmins, { tenantId }),
  }
}

async function ownProvider(scope: Scope, id: string): Promise<z.infer<typeof own>> {
  const [found] = await scope.rows(selectOwn, { id, tenantId: tenantOf(scope), userId: callerOf(scope) })
  if (!found) throw notFound('Identity provider')
  return found
}

/** Opens the scope that `host` would, after what is too slow for a transaction. */
function inScope<T>({ core, http }: Unscoped, work: (scope: Scope) => Promise<T>): Promise<T> {
  if (isOfPlatform(http)) return core.db.platform(http.actor, work)
  refuseReadOnly(http)
  return core.db.tenant(tenantFor(http), http.actor, work)
}

type Given = z.output<typeof ssoProviderChange>

/** @throws invalid at `issuer` where no configuration can be read, or at `defaultRole` for the platform's */
async function check({ core, http }: Unscoped, given: Given, clientSecret: string): Promise<void> {
  if (isOfPlatform(http) && given.defaultRole !== null)
    throw invalidField('defaultRole', 'Only an organization’s providers can create accounts')
  await discover(core.env, { ...given, clientSecret }).catch((error: unknown) => {
    core.log.info({ err: error, issuer: given.issuer }, 'could not read the configuration of an identity provider')
    throw invalidField('issuer', reasonOf(error))
  })
}

/** Words for a failed discovery; what a server inside of the network answers is not passed on. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error && !('code' in error) ? error.message : ''
  return /^(?:The issuer’s address|An address in the configuration) /.test(text)
    ? text
    : 'No OpenID Connect provider answers at this address. Copy the issuer from its settings.'
}

const insertProvider = statement(
  z.object({ id: z.string() }),
  `insert into sso_providers (tenant_id, name, issuer, client_id, client_secret, allowed_domains, default_role,
       trusted_factors, is_enabled, created_at, updated_at)
     values ($tenantId, $name, $issuer, $clientId, $secret, $allowedDomains, $defaultRole, $trustedFactors, $isEnabled,
       $now, $now) returning id`,
)

/** @throws invalid at `issuer`; sso.limit 409 */
export async function createSsoProvider(unscoped: Unscoped, given: z.output<typeof newSsoProvider>) {
  await check(unscoped, given, given.clientSecret)
  return inScope(unscoped, async (scope) => {
    const tenantId = tenantOf(scope)
    await scope.rows(lockProviders, { tenantId })
    const [number] = await scope.rows(countProviders, { tenantId })
    if ((number?.count ?? 0) >= MAX_SSO_PROVIDERS)
      throw new AppError('sso.limit', 409, `There are ${MAX_SSO_PROVIDERS} identity providers. Remove one first.`)
    const values = { ...shownOf(given), tenantId, secret: seal(scope.core.env.sessionKey, given.clientSecret) }
    const [created] = await scope.rows(insertProvider, { ...values, now: scope.core.clock.now() })
    if (!created) throw notFound('Identity provider')
    await announce(scope, created.id, 'sso.provider-created', `Added the identity provider ${given.name}`, {
      after: shownOf(given),
    })
    return answerOf(await ownProvider(scope, created.id), await originFor(scope))
  })
}

/** Fields that may be read; the secret is none of them. */
const shownOf = ({
  name,
  issuer,
  clientId,
  allowedDomains,
  defaultRole,
  trustedFactors,
  isEnabled,
}: Given | Provider) => ({
  name,
  issuer,
  clientId,
  allowedDomains,
  defaultRole,
  trustedFactors,
  isEnabled,
})

async function announce(
  scope: Scope,
  id: string,
  action: `sso.${string}`,
  description: string,
  changed: { before?: object; after?: object },
): Promise<void> {
  await scope.core.invalidations.announce(scope, SSO_TOPIC, id)
  await record(scope, {
    action,
    category: 'security',
    severity: 'warning',
    description,
    resource: 'sso_provider',
    resourceId: id,
    tenantId: tenantOf(scope),
    ...(changed.before && { before: { ...changed.before } }),
    ...(changed.after && { after: { ...changed.after } }),
  })
}

const updateProvider = statement(
  `update sso_providers set name = $name, issuer = $issuer, client_id = $clientId,
       client_secret = coalesce($secret::bytea, client_secret), allowed_domains = $allowedDomains,
       default_role = $defaultRole, trusted_factors = $trustedFactors, is_enabled = $isEnabled, updated_at = $updatedAt
    where id = $id`,
)

/**
 * @throws outdated 409; invalid at `issuer`, at `clientSecret` for another issuer, at `isEnabled` or `issuer` of the
 *   only way
 */
export async function updateSsoProvider(unscoped: Unscoped, id: string, given: Given & { updatedAt: string }) {
  const { env } = unscoped.core
  const before = await inScope(unscoped, (scope) => ownProvider(scope, id))
  // A saved secret goes to the issuer that it was entered for alone.
  if (given.clientSecret === '' && given.issuer !== before.issuer) throw invalidField('clientSecret', NO_SECRET)
  const clientSecret = given.clientSecret || unseal(env.sessionKey, before.clientSecret)
  if (clientSecret === undefined) throw invalidField('clientSecret', NO_SECRET)
  await check(unscoped, given, clientSecret)
  return inScope(unscoped, async (scope) => {
    await scope.rows(lockProviders, { tenantId: tenantOf(scope) })
    const present = await ownProvider(scope, id)
    refuseOutdated('this identity provider', present.updatedAt, given.updatedAt)
    if (given.clientSecret === '' && given.issuer !== present.issuer) throw invalidField('clientSecret', NO_SECRET)
    if (present.isOnlyWay && !given.isEnabled) throw invalidField('isEnabled', ONLY_WAY)
    const isOtherIssuer = !isSameIssuer(given.issuer, present.issuer)
    if (isOtherIssuer && present.isOnlyWay) throw invalidField('issuer', ONLY_WAY)
    await scope.rows(updateProvider, {
      ...shownOf(given),
      id,
      secret: given.clientSecret === '' ? null : seal(env.sessionKey, given.clientSecret),
      updatedAt: nextVersion(scope.core.clock, present.updatedAt),
    })
    // Only now: sign-ins under way lock the row, and the update waits for them.
    if (isOtherIssuer || (present.isEnabled && !given.isEnabled)) await endSessionsBy(scope, id)
    // People are linked anew: identities of the former issuer would only refuse them.
    if (isOtherIssuer) await asOperator(scope, 'delete from sso_identities where provider_id = $1', [id])
    const changed = changedFields(shownOf(present), shownOf(given))
    const description = `Changed the identity provider ${given.name}${given.clientSecret ? ' and its secret' : ''}`
    await announce(scope, id, 'sso.provider-updated', description, changed)
    return answerOf(await ownProvider(scope, id), await originFor(scope))
  })
}

const ONLY_WAY = 'It is the only way to sign in. Allow other ways first.'

const updateDisabled = statement('update sso_providers set is_enabled = false where id = $id')

const deleteProvider = statement('delete from sso_providers where id = $id')

/** @throws sso.only-way 409 */
export async function deleteSsoProvider(scope: Scope, id: string): Promise<void> {
  await scope.rows(lockProviders, { tenantId: tenantOf(scope) })
  const present = await ownProvider(scope, id)
  if (present.isOnlyWay) throw new AppError('sso.only-way', 409, ONLY_WAY)
  // Waits for sign-ins under way, whose sessions end with the others.
  await scope.rows(updateDisabled, { id })
  await endSessionsBy(scope, id)
  await scope.rows(deleteProvider, { id })
  await announce(scope, id, 'sso.provider-deleted', `Removed the identity provider ${present.name}`, {
    before: shownOf(present),
  })
}

const updateOnlyWay = statement(
  `update sso_providers set is_only_way = $isOnlyWay, emergency_admin_id = $emergencyAdminId, updated_at = $updatedAt
    where id = $id`,
)

const existsOtherOnlyWay = statement(
  z.object({ name: z.string() }),
  'select name from sso_providers where tenant_id = $tenantId and is_only_way and id <> $id',
)

const lockAdmins = statement(`select pg_advisory_xact_lock(hashtextextended('identity.admins:' || $tenantId::text, 0))`)

/**
 * Lets the organization sign in with one provider only, and its emergency admin as before. Sessions that came by another
 * way end.
 * @throws outdated 409; invalid at `isOnlyWay` or `emergencyAdminId`
 */
export async function setSsoOnlyWay(scope: TenantScope, id: string, given: z.output<typeof ssoOnlyWay>) {
  const { tenantId } = scope
  await scope.rows(lockProviders, { tenantId })
  // Removing an admin takes the same lock, so that no one is chosen who is removed at the same moment.
  await scope.rows(lockAdmins, { tenantId })
  const present = await ownProvider(scope, id)
  refuseOutdated('this identity provider', present.updatedAt, given.updatedAt)
  const { isOnlyWay } = given
  const emergencyAdminId = isOnlyWay ? given.emergencyAdminId : null
  if (isOnlyWay) {
    if (!present.isEnabled) throw invalidField('isOnlyWay', 'Turn it on first.')
    if (!present.isOwnWay)
      throw invalidField('isOnlyWay', `Sign in with ${present.name} once before you make it the only way.`)
    const [other] = await scope.rows(existsOtherOnlyWay, { tenantId, id })
    if (other) throw invalidField('isOnlyWay', `${other.name} is the only way already.`)
    const admins = await scope.rows(selectAdmins, { tenantId })
    if (!admins.some((admin) => admin.id === emergencyAdminId))
      throw invalidField('emergencyAdminId', 'Choose an active admin who has a password')
  }
  const updatedAt = nextVersion(scope.core.clock, present.updatedAt)
  await scope.rows(updateOnlyWay, { id, isOnlyWay, emergencyAdminId, updatedAt })
  if (isOnlyWay) await endOtherSessions(scope, id, emergencyAdminId)
  await announce(
    scope,
    id,
    'sso.only-way-changed',
    isOnlyWay ? `Made ${present.name} the only way to sign in` : `Allowed other ways to sign in than ${present.name}`,
    changedFields(
      { isOnlyWay: present.isOnlyWay, emergencyAdminId: present.emergencyAdminId },
      { isOnlyWay, emergencyAdminId },
    ),
  )
  return answerOf(await ownProvider(scope, id), await originFor(scope))
}

/** Ends the sessions that a provider opened, but for the caller's own: it is no longer trusted. */
async function endSessionsBy(scope: Scope, id: string): Promise<void> {
  const { rows } = await asOperator(
    scope,
    `with ended as (
       delete from auth_sessions s using sso_identities i where i.id = s.sso_identity_id and i.provider_id = $1
         and s.id is distinct from $2 returning s.id
     ), devices as (delete from push_subscriptions where session_id in (select id from ended))
     select id from ended`,
    [id, scope.actor.sessionId],
  )
  await scope.core.invalidations.announceAll(
    scope,
    'session',
    rows.map((row) => String(row['id'])),
  )
}

async function endOtherSessions(scope: TenantScope, id: string, emergencyAdminId: string | null): Promise<void> {
  await asOperator(
    scope,
    `with ended as (
       delete from auth_sessions s where s.tenant_id = $1 and s.user_id is distinct from $3 and not exists (
         select from sso_identities i where i.id = s.sso_identity_id and i.provider_id = $2)
       returning s.id
     ) delete from push_subscriptions where session_id in (select id from ended)`,
    [scope.tenantId, id, emergencyAdminId],
  )
  await scope.core.invalidations.announce(scope, 'tenant', scope.tenantId)
}
