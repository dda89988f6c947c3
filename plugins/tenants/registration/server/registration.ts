import { z } from 'zod'
import type { EndpointAnswer } from '#core/contract/endpoint.ts'
import type { registration, registrationContract } from '#core/contract/identity.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, notFound } from '#core/server/errors.ts'
import { rememberSession } from '#core/server/http/context.ts'
import type { Unscoped } from '#core/server/http/mount.ts'
import { mailVerification } from '#core/server/identity/email-verification.ts'
import { checkNewPassword, hashPassword } from '#core/server/identity/passwords.ts'
import { openSession, userOf } from '#core/server/identity/sign-in.ts'
import { accountById } from '#core/server/identity/users.ts'
import type { BillingServices } from '#plugins/billing/plugin.ts'
import { createOrganization } from '../../organizations/server/organizations.ts'

/** Maximum unverified organizations of one address. */
const MAX_UNVERIFIED = 5

/**
 * Creates an organization on trial with its admin, who gets a link that proves the address and is then signed in on the
 * platform's host or, where the settings require it, first has to open the link.
 * @throws registration.closed 403 unless the global settings allow it; registration.unverified 409 at `email`; invalid
 *   at `password`; busy 503; what `createOrganization` throws
 */
export async function register(
  { core, http }: Unscoped,
  input: z.output<typeof registration>,
  billing: BillingServices | undefined,
): Promise<EndpointAnswer<typeof registrationContract.register>> {
  const settings = await core.settings.current()
  if (!settings.allowTenantSelfRegistration || http.host.app !== 'platform') {
    throw new AppError('registration.closed', 403, 'Accounts are created by invitation only')
  }
  const { organizationName, email, firstName, lastName, password } = input
  checkNewPassword(password, settings, { email, firstName, lastName, tenantName: organizationName })
  const hash = await hashPassword(password)
  const { user, token } = await core.db.platform(http.actor, async (scope) => {
    await refuseTooManyUnverified(scope, email)
    const organization = {
      name: organizationName,
      adminEmail: email,
      plan: 'trial',
      status: 'trial',
      branding: {},
      settings: {},
      admin: { firstName, lastName, hash, isWelcomed: !settings.requireEmailVerification },
    } as const
    const {
      adminUserId,
      organization: { id: tenantId },
    } = await createOrganization(scope, organization, billing)
    await scope
      .trx('registrations')
      .insert({ tenantId, userId: adminUserId, registeredAt: core.clock.now().toISOString() })
    const account = await accountById(scope, adminUserId)
    if (!account) throw notFound('User')
    await mailVerification(scope, account)
    if (settings.requireEmailVerification) return { user: userOf(account), token: null }
    const former = http.session
    if (former) await core.sessions.end(scope, former.id, former.user.id)
    return openSession(scope, http.host, adminUserId, 'password')
  })
  if (token !== null) rememberSession(http, token)
  return { ...user, mustVerifyEmail: token === null }
}

const lock = statement(`select pg_advisory_xact_lock(hashtextextended('tenants.registration:' || fold($1::text), 0))`)

const countUnverified = statement(
  z.object({ count: z.number() }),
  `select count(*) as count from registrations r join users u on u.id = r.user_id
      where fold(u.email) = fold($1) and u.email_verified_at is null`,
)

/** Anyone can register with a foreign address; its owner should not find many organizations under it. */
async function refuseTooManyUnverified(scope: PlatformScope, email: string): Promise<void> {
  // Locked until the commit: of concurrent registrations no more than five succeed.
  await scope.rows(lock, [email])
  const [row] = await scope.rows(countUnverified, [email])
  if ((row?.count ?? 0) < MAX_UNVERIFIED) return
  const message = 'This address has organizations waiting to be verified. Open a link that was emailed to it first.'
  throw new AppError('registration.unverified', 409, message, { fields: { email: message } })
}
