import type { z } from 'zod'
import { signInNameParts, type credentials, type User } from '#core/contract/identity.ts'
import type { SecondStepMethod } from '#core/contract/second-factor.ts'
import { openTenantStatuses, type Host } from '#core/contract/tenancy.ts'
import { record, referTo } from '../audit.ts'
import type { Core, PlatformScope } from '../core.ts'
import type { SsoOrigin } from '../identity/signed-in-session.ts'
import { AppError, invalidField } from '../errors.ts'
import { rememberSession, type Http, type RequestContext } from '../http/context.ts'
import type { Actor } from './actor.ts'
import { attemptOf } from './attempt.ts'
import { beginAttempt, countFailure, rememberNetwork, undoFailure, type CountedAttempt } from './sign-in-throttle.ts'
import { verifyNothing, verifyPassword } from './passwords.ts'
import { beginSecondStep, type SecondStepBegun } from './second-factor/begin.ts'
import { accountById, accountsBySignInName, type Account } from './users.ts'
import { UserModel } from './user.ts'

export interface SignedIn {
  user: User
  token: string
}

const wrongCredentials = () => new AppError('identity.wrong-credentials', 401, 'Wrong email address or password')

/**
 * Signs in on a host: on an organization's, its users and super admins; on the platform's, anyone by their address. Wrong email and
 * wrong password answer alike, in text and in time. With a second factor, the sign-in stays pending until the second step.
 * @throws identity.wrong-credentials 401, identity.locked 429, busy 503, identity.choose-organization 409,
 *   tenant.suspended 403, tenant.inactive 403, identity.email-unverified 403, identity.password-expired 403
 */
export async function signIn(
  core: Core,
  { host, tenant, actor }: Pick<RequestContext, 'host' | 'tenant' | 'actor'>,
  input: z.output<typeof credentials>,
): Promise<SignedIn | SecondStepBegun> {
  refuseSignInName(host, input.email)
  const { attempt, accounts } = await core.db.platform(actor, async (scope) => ({
    attempt: await beginAttempt(scope, attemptOf(input.email, actor.ipAddress, tenant?.id ?? null)),
    accounts: await accountsBySignInName(scope, input.email, host),
  }))
  if ('refusal' in attempt) throw attempt.refusal
  // Outside of a transaction: waiting and hashing take longer than all queries of a sign-in together.
  if (attempt.pause > 0) await core.clock.pause(attempt.pause)
  const fitting = await withPassword(accountsToTry(accounts, input.tenantId), input.password).catch(
    async (error: unknown) => {
      await core.db.platform(actor, (scope) => undoFailure(scope, attempt))
      throw error
    },
  )
  if (fitting.length === 0) return refuse(core, actor, attempt, accounts)
  await core.db.platform(actor, (scope) =>
    undoFailure(scope, attempt, { forgetting: fitting.some(({ emailVerified }) => emailVerified) }),
  )
  return admit(core, host, actor, choose(fitting))
}

/** Refuses sign-in names on the platform's host: only an organization's host accepts them. @throws invalid at `email` */
export function refuseSignInName(host: Host, typed: string): void {
  if (host.app === 'platform' && signInNameParts(typed)) throw invalidField('email', 'Please enter a valid email')
}

export const maySignIn = (account: Account, host: Host) =>
  account.isActive && (host.app === 'platform' || account.tenantId === null || account.subdomain === host.subdomain)

/** Selects the accounts to try. Only the chosen organization's, if the user was asked for one: other hashes would be wasted. */
function accountsToTry(accounts: Account[], tenantId: string | null | undefined): Account[] {
  return tenantId === undefined ? accounts : accounts.filter((account) => account.tenantId === tenantId)
}

async function withPassword(accounts: Account[], password: string): Promise<Account[]> {
  if (accounts.length === 0) await verifyNothing(password)
  const fitting: Account[] = []
  for (const account of accounts) if (await verifyPassword(password, account.passwordHash)) fitting.push(account)
  return fitting
}

/** The entry is about the organization of the host: its log must not show accounts elsewhere. */
async function refuse(core: Core, actor: Actor, attempt: CountedAttempt, accounts: Account[]): Promise<never> {
  await core.db.platform(actor, async (scope) => {
    const locked = await countFailure(scope, attempt)
    await record(scope, {
      action: locked ? 'auth.locked' : 'auth.sign-in-failed',
      category: 'auth',
      severity: 'warning',
      description: locked ? 'Sign-in locked after too many failures' : 'Sign-in failed',
      resource: 'user',
      resourceId: accounts[0]?.id,
      tenantId: attempt.tenantId,
      metadata: { email: attempt.account },
      success: false,
      errorMessage: 'Wrong email address or password',
    })
  })
  throw wrongCredentials()
}

/** @throws identity.choose-organization (409) with the organizations when several fit */
function choose(fitting: Account[]): Account {
  const [chosen] = fitting
  if (chosen && fitting.length === 1) return chosen
  const organizations = fitting.map(({ tenantId, tenantName }) => ({ tenantId, tenantName: tenantName ?? 'Platform' }))
  const byName = organizations.toSorted(
    (one, other) =>
      Number(one.tenantId !== null) - Number(other.tenantId !== null) || one.tenantName.localeCompare(other.tenantName),
  )
  throw new AppError('identity.choose-organization', 409, 'Choose the organization to sign in to', {
    details: { organizations: byName },
  })
}

/**
 * Admits an account with the correct password: checks all other conditions, then opens the session or second step.
 */
async function admit(core: Core, host: Host, actor: Actor, account: Account): Promise<SignedIn | SecondStepBegun> {
  await refuseClosed(core, actor, account)
  if (account.passwordExpiresAt && Date.parse(account.passwordExpiresAt) < core.clock.now().getTime()) {
    await recordRefused(core, actor, account, 'The temporary password has expired')
    throw new AppError(
      'identity.password-expired',
      403,
      account.email === null
        ? 'This temporary password has expired. Ask the staff of your organization for a new one.'
        : 'This temporary password has expired. Use "Forgot password?" to set a new one.',
    )
  }
  return core.db.platform<SignedIn | SecondStepBegun>(actor, (scope) =>
    account.secondFactor === 'on'
      ? beginSecondStep(scope, host, account)
      : openSession(scope, host, account.id, 'password', { provenHash: account.passwordHash }),
  )
}

/**
 * Refuses identified users who may not sign in now.
 * @param providerId identity provider that has identified the user; undefined for every other way
 * @throws tenant.suspended 403, tenant.inactive 403, identity.sso-only 403, identity.email-unverified 403
 */
export async function refuseClosed(core: Core, actor: Actor, account: Account, providerId?: string): Promise<void> {
  if (account.tenantStatus !== null && !openTenantStatuses.has(account.tenantStatus)) {
    await recordRefused(core, actor, account, `The organization is ${account.tenantStatus}`)
    const { supportEmail } = await core.settings.current()
    throw account.tenantStatus === 'suspended'
      ? new AppError('tenant.suspended', 403, `This organization is suspended. Please write to ${supportEmail}.`)
      : new AppError('tenant.inactive', 403, `This organization is not active. Please write to ${supportEmail}.`)
  }
  if (account.onlyWay && account.onlyWay.id !== providerId) {
    await recordRefused(core, actor, account, `The organization signs in with ${account.onlyWay.name} only`)
    throw ssoOnly(account.onlyWay.name, account.tenantName)
  }
  if (!account.emailVerified && (await core.settings.current()).requireEmailVerification) {
    await refuseUnverified(core, actor, account)
  }
}

/** Refuses another way to sign in than the organization's provider. */
export const ssoOnly = (provider: string, organization: string | null) =>
  new AppError(
    'identity.sso-only',
    403,
    `${organization ?? 'Your organization'} signs in with ${provider} only. Choose “Continue with ${provider}” at your organization’s address.`,
  )

async function recordRefused(core: Core, actor: Actor, account: Account, reason: string): Promise<void> {
  await core.db.platform(actor, (scope) =>
    record(scope, {
      action: 'auth.sign-in-refused',
      category: 'auth',
      severity: 'warning',
      description: `Sign-in refused with the right password: ${reason}`,
      resource: 'user',
      resourceId: account.id,
      tenantId: account.tenantId,
      success: false,
      errorMessage: reason,
    }),
  )
}

async function refuseUnverified(core: Core, actor: Actor, account: Account): Promise<never> {
  const message = 'Your email address is not verified yet. Open the link that we have emailed to you.'
  await core.db.platform(actor, (scope) =>
    record(scope, {
      action: 'auth.email-unverified',
      category: 'auth',
      severity: 'warning',
      description: 'Sign-in refused until the email address is verified',
      resource: 'user',
      resourceId: account.id,
      tenantId: account.tenantId,
      success: false,
      errorMessage: message,
    }),
  )
  throw new AppError('identity.email-unverified', 403, message)
}

interface Proven {
  /** Identity at a provider that was the first proof. */
  sso?: SsoOrigin | undefined
  /** Hash that the given password fits. */
  provenHash?: string | null
}

/**
 * Opens a session for an identified user.
 * @param method of the last proof
 * @throws identity.wrong-credentials 401 where the password has changed since it was proven, or the user was deactivated
 */
export async function openSession(
  scope: PlatformScope,
  host: Host,
  userId: string,
  method: 'password' | 'sso' | SecondStepMethod,
  { sso, provenHash }: Proven = {},
): Promise<SignedIn> {
  // Waits for a change of the password, which ends the sessions that it finds.
  await UserModel.query(scope.trx).findById(userId).patch({ lastLoginAt: scope.core.clock.now().toISOString() })
  const account = await accountById(scope, userId)
  if (!account?.isActive) throw wrongCredentials()
  if (provenHash !== undefined && account.passwordHash !== provenHash) throw wrongCredentials()
  const { id, token } = await scope.core.sessions.open(scope, account, host, { sso })
  await rememberNetwork(scope, account.id)
  const user = userOf(account)
  await record(asSignedIn(scope, user, id), {
    action: 'auth.signed-in',
    category: 'auth',
    description: `${referTo('user', user.id)} signed in`,
    resource: 'user',
    resourceId: user.id,
    tenantId: user.tenantId,
    metadata: { method },
  })
  return { user, token }
}

const nameOf = ({ firstName, lastName }: User) => `${firstName} ${lastName}`.trim()

/** Returns the scope with the user who has just signed in as its actor. */
export const asSignedIn = (scope: PlatformScope, user: User, sessionId: string): PlatformScope => ({
  ...scope,
  actor: {
    ...scope.actor,
    user: { id: user.id, email: user.email, role: user.role, tenantId: user.tenantId, name: nameOf(user) },
    sessionId,
  },
})

/** Sets the cookie to an opened session, replacing the previous one. */
export async function startSession(core: Core, http: Http, { user, token }: SignedIn): Promise<User> {
  const former = http.session
  if (former) await core.db.platform(http.actor, (scope) => core.sessions.end(scope, former.id, former.user.id))
  rememberSession(http, token)
  return user
}

/** Converts a user to the shape for the browser, without server-only fields. */
export function userOf({
  passwordHash: _hash,
  passwordExpiresAt: _expiry,
  emailVerified: _verified,
  tenantStatus: _status,
  subdomain: _subdomain,
  onlyWay: _onlyWay,
  ...user
}: Account): User {
  return user
}
