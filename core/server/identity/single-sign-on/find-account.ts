import { z } from 'zod'
import type { SsoOutcome } from '#core/contract/single-sign-on.ts'
import { openTenantStatuses, tenantStatus } from '#core/contract/tenancy.ts'
import { record, referTo } from '../../audit.ts'
import type { PlatformScope } from '../../core.ts'
import { statement } from '../../database/statement.ts'
import { AppError } from '../../errors.ts'
import { markVerified } from '../email-verification.ts'
import { hasPassword, NO_PASSWORD } from '../passwords.ts'
import { refuseRoleNames } from '../own-name.ts'
import { notifyOwner } from '../second-factor/factors.ts'
import { UserModel } from '../user.ts'
import { accountColumns, accountShape, createUser, type Account } from '../users.ts'
import { isInDomains, type Vouched } from './person.ts'
import type { Provider } from './provider.ts'

/** Account that an identity opens, or the reason for none. */
export type Found =
  | { account: Account; identityId: string }
  | { outcome: Exclude<SsoOutcome, 'choose' | 'second-step'> }
  | { choices: { tenantId: string | null; tenantName: string }[] }

/** Organization that a sign-in is for: its provider's own, or the one that was asked for; undefined while that is open. */
export type Destination = { tenantId: string | null } | undefined

const identified = accountShape.extend({ identityId: z.string() })

const selectIdentified = statement(
  identified,
  `select ${accountColumns}, i.id as "identityId"
     from sso_identities i join users u on u.id = i.user_id left join tenants t on t.id = u.tenant_id
    where i.provider_id = $providerId and i.issuer = $issuer and i.subject = $subject
      and ($isOpen::boolean or u.tenant_id is not distinct from $tenantId::uuid)
    order by u.tenant_id nulls first limit 20`,
)

const linkable = accountShape.extend({ isLinked: z.boolean(), isInvited: z.boolean() })
type Linkable = z.infer<typeof linkable>

// Addresses that are proven come first, so that registering with an address hides no account of its owner.
const selectByEmail = statement(
  linkable,
  `select ${accountColumns},
          exists (select from sso_identities i where i.user_id = u.id and i.provider_id = $providerId) as "isLinked",
          exists (select from invitations v where v.user_id = u.id and v.accepted_at is null and v.expires_at > $now)
            as "isInvited"
     from users u left join tenants t on t.id = u.tenant_id
    where fold(u.email) = fold($email) and ($isOpen::boolean or u.tenant_id is not distinct from $tenantId::uuid)
    order by u.is_active desc, u.email_verified_at is not null desc, u.tenant_id nulls first, u.id limit 20`,
)

const lockSubject = statement(
  `select pg_advisory_xact_lock(hashtextextended('sso.subject:' || $providerId::text || ':' || $subject::text, 0))`,
)

// An admin who comes by the organization's own provider could otherwise unlink it, or remove it, and switch then.
const updateUsed = statement(
  `with used as (
     update sso_identities set last_used_at = $now, email = coalesce($email, email) where id = $identityId
     returning user_id, provider_id
   ) update users u set password_proven_at = null from used, sso_providers p
      where u.id = used.user_id and p.id = used.provider_id and p.tenant_id is not null
        and u.password_proven_at is not null`,
)

const bind = (provider: Provider, destination: Destination) => ({
  providerId: provider.id,
  isOpen: provider.tenantId === null && destination === undefined,
  tenantId: provider.tenantId ?? destination?.tenantId ?? null,
})

/** Finds accounts that the identity was linked to before, deactivated ones too. */
export const findIdentified = (
  scope: PlatformScope,
  provider: Provider,
  { issuer, subject }: Vouched,
  destination: Destination,
): Promise<z.infer<typeof identified>[]> =>
  scope.rows(selectIdentified, { ...bind(provider, destination), issuer, subject })

// Disabling or removing the provider waits for this, and then ends the session.
const lockIdentity = statement(
  z.object({ id: z.string() }),
  `select i.id from sso_identities i join sso_providers p on p.id = i.provider_id
    where i.id = $identityId and p.is_enabled for key share of i for share of p`,
)

/** Returns false where the identity was unlinked, or its provider disabled or removed, since it was found. */
export async function isStillLinked(scope: PlatformScope, identityId: string): Promise<boolean> {
  return (await scope.rows(lockIdentity, { identityId })).length > 0
}

/** Notes the use of an identity. By an organization's own provider, the account's password counts as proven no more. */
export async function noteUse(scope: PlatformScope, identityId: string, { email }: Vouched): Promise<void> {
  await scope.rows(updateUsed, { identityId, email, now: scope.core.clock.now() })
}

/**
 * Finds the account that an identity opens: the one that it is linked to, else the one with its confirmed address, which
 * is linked now, else a new one where the provider makes them. A provider of an organization reaches its accounts alone.
 */
export async function findAccount(
  scope: PlatformScope,
  provider: Provider,
  person: Vouched,
  destination: Destination,
): Promise<Found> {
  // The second of two first sign-ins at once finds what the first one has linked or made.
  await scope.rows(lockSubject, { providerId: provider.id, subject: person.subject })
  const linked = await findIdentified(scope, provider, person, destination)
  const known = linked.filter(({ isActive }) => isActive)
  const { email } = person
  const listed = email === null ? [] : await selectAddress(scope, provider, email, destination)
  // An identity opens one account of an organization, a deactivated one too.
  const byEmail = listed.filter(({ tenantId }) => !linked.some((one) => one.tenantId === tenantId))
  const ready = byEmail.filter((account) => linkProblem(provider, account, email) === undefined)
  const all = [...known, ...ready]
  if (all.length > 1) return { choices: all.map(choiceOf) }
  const [only] = known
  if (only) return { account: only, identityId: only.identityId }
  const [account] = ready
  if (account) return link(scope, provider, person, account)
  if (linked.length > 0) return { outcome: 'deactivated' }
  const [refused] = byEmail
  if (refused) return { outcome: linkProblem(provider, refused, email) ?? 'failed' }
  if (email === null) return { outcome: person.hasUnconfirmedEmail ? 'unconfirmed-email' : 'no-account' }
  return create(scope, provider, person, email)
}

const selectAddress = (scope: PlatformScope, provider: Provider, email: string, destination: Destination) =>
  scope.rows(selectByEmail, { ...bind(provider, destination), email, now: scope.core.clock.now() })

const choiceOf = ({ tenantId, tenantName }: Account) => ({ tenantId, tenantName: tenantName ?? 'Platform' })

/** Tells why an identity with the address of an account may not open it; undefined where it may. */
function linkProblem(
  { allowedDomains, defaultRole }: Provider,
  account: Linkable,
  email: string | null,
): Exclude<SsoOutcome, 'choose' | 'second-step'> | undefined {
  if (!account.isActive) return 'deactivated'
  if (email === null || !isInDomains(email, allowedDomains)) return 'domain'
  // The address may have passed to another person since.
  if (account.isLinked) return 'other-identity'
  if (account.emailVerified) return undefined
  // No one has proven the address: someone else may have registered with it, and knows the password.
  if (hasPassword(account.passwordHash)) return account.mustChangePassword ? undefined : 'unverified-account'
  const isInUse = account.passwordHash === NO_PASSWORD
  return isInUse || account.isInvited || defaultRole !== null ? undefined : 'no-account'
}

const insertIdentity = statement(
  z.object({ id: z.string() }),
  `insert into sso_identities (provider_id, user_id, tenant_id, issuer, subject, email, created_at, last_used_at)
     values ($providerId, $userId, $tenantId, $issuer, $subject, $email, $now, $now) returning id`,
)

async function insert(scope: PlatformScope, provider: Provider, { issuer, subject, email }: Vouched, account: Account) {
  const now = scope.core.clock.now()
  const values = {
    providerId: provider.id,
    userId: account.id,
    tenantId: account.tenantId,
    issuer,
    subject,
    email,
    now,
  }
  const [identity] = await scope.rows(insertIdentity, values)
  if (!identity) throw new Error('The identity was not written')
  return identity.id
}

const updateInvitation = statement(
  'update invitations set accepted_at = $now where user_id = $userId and accepted_at is null',
)

async function link(scope: PlatformScope, provider: Provider, person: Vouched, account: Linkable): Promise<Found> {
  const identityId = await insert(scope, provider, person, account)
  const now = scope.core.clock.now()
  await scope.rows(updateInvitation, { userId: account.id, now })
  if (!hasPassword(account.passwordHash)) await openWithoutPassword(scope, account.id)
  else if (!account.emailVerified) await voidTemporaryPassword(scope, account)
  // The operator's providers prove an address as a link to it does; an organization cannot vouch for one, and can be any
  // of its people from now on, who must not get into other organizations by it.
  if (provider.tenantId === null) await markVerified(scope, account.id)
  else await UserModel.query(scope.trx).findById(account.id).patch({ passwordProvenAt: null })
  await scope.core.invalidations.announce(scope, 'user', account.id)
  await notifyOwner(scope, account, `Your account can now be opened with ${provider.name}`)
  await record(scope, {
    action: 'sso.linked',
    category: 'security',
    description: `Linked a sign-in with ${provider.name} to ${referTo('user', account.id)}`,
    resource: 'user',
    resourceId: account.id,
    tenantId: account.tenantId,
    metadata: { providerId: provider.id, issuer: provider.issuer },
  })
  return { account: { ...account, mustChangePassword: false, passwordExpiresAt: null }, identityId }
}

/** Removes a temporary password that was never used: others know it. */
async function voidTemporaryPassword(scope: PlatformScope, { id }: Account): Promise<void> {
  await UserModel.query(scope.trx)
    .findById(id)
    .patch({ passwordHash: NO_PASSWORD, mustChangePassword: false, passwordExpiresAt: null })
  await scope.core.sessions.endOfUser(scope, id)
}

/** Notes that an account is in use, although no password opens it. */
async function openWithoutPassword({ trx }: PlatformScope, id: string): Promise<void> {
  await UserModel.query(trx).findById(id).patch({ passwordHash: NO_PASSWORD })
}

const selectStatus = statement(z.object({ status: tenantStatus }), 'select status from tenants where id = $tenantId')

/** Makes the account of a person who signs in for the first time, where the organization's admin wants that. */
async function create(scope: PlatformScope, provider: Provider, person: Vouched, email: string): Promise<Found> {
  const { tenantId, defaultRole, allowedDomains } = provider
  if (tenantId === null || defaultRole === null) return { outcome: 'no-account' }
  if (allowedDomains.length === 0 || !isInDomains(email, allowedDomains)) return { outcome: 'domain' }
  const [tenant] = await scope.rows(selectStatus, { tenantId })
  if (!tenant || !openTenantStatuses.has(tenant.status)) return { outcome: 'closed' }
  const { firstName, lastName } = person
  const names = { firstName: firstName ?? '', lastName: lastName ?? '' }
  const isNamed =
    firstName !== null &&
    lastName !== null &&
    // Staff too: people choose their names at many providers.
    (await refuseRoleNames(scope.core, { role: 'parent' }, names).then(
      () => true,
      () => false,
    ))
  const created = await createUser(scope, {
    tenantId,
    email,
    role: defaultRole,
    ...(isNamed ? names : { firstName: 'New', lastName: 'person', mustGiveName: true }),
    password: null,
    emailVerified: false,
  })
  const [account] = await selectAddress(scope, provider, email, { tenantId })
  if (!account || account.id !== created.id) throw new AppError('conflict', 409, 'This already exists')
  await openWithoutPassword(scope, account.id)
  const identityId = await insert(scope, provider, person, account)
  await record(scope, {
    action: 'sso.account-created',
    category: 'account',
    description: `${referTo('user', account.id)} got an account by signing in with ${provider.name}`,
    resource: 'user',
    resourceId: account.id,
    tenantId,
    after: { role: defaultRole },
    metadata: { providerId: provider.id, issuer: provider.issuer },
  })
  return { account, identityId }
}
