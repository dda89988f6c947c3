import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { switchContract, type OwnOrganization } from '#core/contract/switch.ts'
import { openTenantStatuses } from '#core/contract/tenancy.ts'
import { record } from '../../audit.ts'
import type { Core, PlatformScope } from '../../core.ts'
import { statement } from '../../database/statement.ts'
import { notFound } from '../../errors.ts'
import type { Http } from '../../http/context.ts'
import { mount, signedIn, type Unscoped } from '../../http/mount.ts'
import { asSignedIn, maySignIn, refuseClosed, userOf, type SignedIn } from '../sign-in.ts'
import { UserModel } from '../user.ts'
import { accountById, accountsByEmail, type Account } from '../users.ts'

const VALIDITY_SECONDS = 60

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Account in another organization, to which the owner of an address can switch. */
type OtherAccount = Account & { tenantId: string; subdomain: string }

const existsProvenPassword = statement(
  `select from users u where u.id = $1 and u.password_proven_at is not null
      and not exists (select from passkeys k where k.user_id = u.id and k.created_at < u.password_proven_at)
      and not exists (select from sso_identities i join sso_providers p on p.id = i.provider_id
                       where i.user_id = $1 and p.tenant_id is not null)`,
)

/**
 * Lists accounts of the proven address of `from` in other open organizations; only accounts that have proven it, too.
 * None where others may know the password, be the person by the organization's own provider, or have added a passkey
 * while they were: staff give out temporary passwords, and must not get into other organizations.
 */
async function listOthers(scope: PlatformScope, from: Account | undefined): Promise<OtherAccount[]> {
  if (!from?.emailVerified || !from.isActive || from.email === null || from.role === 'superadmin') return []
  // Its sessions are refused, but a token that was given out just before is not.
  if (from.tenantStatus === null || !openTenantStatuses.has(from.tenantStatus)) return []
  const [proven] = await scope.rows(existsProvenPassword, [from.id])
  if (!proven) return []
  const all = await accountsByEmail(scope, from.email, { app: 'platform' })
  return all.filter(
    (account): account is OtherAccount =>
      account.tenantId !== null &&
      account.subdomain !== null &&
      account.tenantId !== from.tenantId &&
      account.emailVerified &&
      account.tenantStatus !== null &&
      openTenantStatuses.has(account.tenantStatus) &&
      account.role !== 'superadmin',
  )
}

/** True for accounts that more than a proven address opens. */
const needsSignIn = ({ role, secondFactor, mustChangePassword, onlyWay }: Account): boolean =>
  role === 'tenant_admin' ||
  onlyWay !== null ||
  secondFactor === 'on' ||
  secondFactor === 'required' ||
  mustChangePassword

async function ownOrganizations({ core, http }: Unscoped): Promise<OwnOrganization[]> {
  const { user } = signedIn(http)
  return core.db.platform(http.actor, async (scope) => {
    const others = await listOthers(scope, await accountById(scope, user.id))
    const waiting = await countWaiting(scope, others)
    return others
      .map((account) => ({
        tenantId: account.tenantId,
        name: account.tenantName ?? account.subdomain,
        subdomain: account.subdomain,
        role: account.role,
        waiting: waiting.get(account.id) ?? 0,
        needsSignIn: needsSignIn(account),
      }))
      .toSorted((one, other) => one.name.localeCompare(other.name))
  })
}

/** Counts what waits for each account, with one query for what all plugins store. */
async function countWaiting(scope: PlatformScope, accounts: readonly Account[]): Promise<ReadonlyMap<string, number>> {
  const counts = scope.core.waiting
  if (counts.length === 0 || accounts.length === 0) return new Map()
  // Plugins that are on decide which counts there are, so it is no prepared statement.
  const { rows } = await scope.trx.raw<{ rows: { id: string; waiting: number }[] }>(
    `select u.id, (${counts.map((count) => `(${count})`).join(' + ')})::int as waiting from users u where u.id = any (?)`,
    [accounts.map(({ id }) => id)],
  )
  return new Map(rows.map(({ id, waiting }) => [id, waiting]))
}

const upsertSwitch = statement(
  `insert into auth_switches (from_session_id, user_id, tenant_id, token_hash, expires_at)
     values ($sessionId, $userId, $tenantId, $hash, $expiresAt)
     on conflict (from_session_id) do update set user_id = excluded.user_id, tenant_id = excluded.tenant_id,
       token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
)

/** @throws not-found where the caller has no such account, or has to sign in there */
async function switchOrganization({ core, http }: Unscoped, tenantId: string) {
  const { id: sessionId, user } = signedIn(http)
  const token = randomBytes(32).toString('base64url')
  return core.db.platform(http.actor, async (scope) => {
    const others = await listOthers(scope, await accountById(scope, user.id))
    const account = others.find((one) => one.tenantId === tenantId)
    if (!account || needsSignIn(account)) throw notFound('Organization')
    const expiresAt = new Date(core.clock.now().getTime() + VALIDITY_SECONDS * 1000).toISOString()
    await scope.rows(upsertSwitch, { sessionId, userId: account.id, tenantId, hash: hashOf(token), expiresAt })
    return { token, subdomain: account.subdomain }
  })
}

const deleteSwitch = statement(
  z.object({ userId: z.string(), fromUserId: z.string(), isValid: z.boolean() }),
  `delete from auth_switches w using auth_sessions s
    where w.token_hash = $hash and w.tenant_id = $tenantId and s.id = w.from_session_id
      and s.host_subdomain = $subdomain
   returning w.user_id as "userId", s.user_id as "fromUserId", w.expires_at > $now as "isValid"`,
)

/**
 * Takes in a user who switches from another organization's page, where they stay signed in. They have proven nothing here:
 * what asks for a confirmation asks for it.
 * @param subdomain of the organization whose page sends the token: that on which it was given out
 * @returns undefined for a token that was used, has expired, or whose session or accounts no longer allow it
 */
export async function arriveBySwitch(
  core: Core,
  http: Http,
  { token, subdomain }: { token: string; subdomain: string },
): Promise<SignedIn | undefined> {
  const { actor, host, tenant } = http
  if (!tenant) return undefined
  const now = core.clock.now().toISOString()
  // In a transaction of its own: whatever comes of it, it was used. Of two at once, one finds nothing to delete.
  const account = await core.db.platform(actor, async (scope) => {
    const values = { hash: hashOf(token), tenantId: tenant.id, subdomain, now }
    const [taken] = await scope.rows(deleteSwitch, values)
    if (!taken?.isValid) return undefined
    const others = await listOthers(scope, await accountById(scope, taken.fromUserId))
    return others.find(({ id }) => id === taken.userId)
  })
  if (!account || needsSignIn(account) || !maySignIn(account, host)) return undefined
  await refuseClosed(core, actor, account)
  return core.db.platform(actor, async (scope) => {
    await UserModel.query(scope.trx).findById(account.id).patch({ lastLoginAt: now })
    const session = await core.sessions.open(scope, account, host, { confirmedAt: new Date(0) })
    const user = userOf(account)
    await record(asSignedIn(scope, user, session.id), {
      action: 'auth.switched',
      category: 'auth',
      description: 'Came from another organization with the same email address',
      resource: 'user',
      resourceId: user.id,
      tenantId: user.tenantId,
    })
    return { user, token: session.token }
  })
}

export const mountedSwitch = mount(switchContract, { ownOrganizations, switchOrganization })
