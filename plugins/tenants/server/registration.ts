import type { z } from 'zod'
import type { EndpointAnswer } from '#core/contract/endpoint.ts'
import type { registration, registrationContract, User } from '#core/contract/identity.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { AppError, notFound } from '#core/server/errors.ts'
import { rememberSession } from '#core/server/http/context.ts'
import type { Unscoped } from '#core/server/http/mount.ts'
import { mailVerification } from '#core/server/identity/email-verification.ts'
import { checkNewPassword } from '#core/server/identity/passwords.ts'
import { openSession, userOf } from '#core/server/identity/sign-in.ts'
import { accountById } from '#core/server/identity/users.ts'
import type { BillingServices } from '#plugins/billing/server/plugin.ts'
import { createOrganization } from './organizations.ts'

/**
 * Creates an organization on trial with its admin, who is then signed in on the platform's host or, where the settings
 * require it, first has to open the link that was mailed.
 * @throws registration.closed 403 unless the global settings allow it; what `createOrganization` throws
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
  checkNewPassword(input.password, settings)
  const emailVerified = !settings.requireEmailVerification
  const { user, token } = await core.db.platform(http.actor, async (scope) => {
    const { organizationName, email, firstName, lastName, password } = input
    const organization = {
      name: organizationName,
      adminEmail: email,
      plan: 'trial',
      status: 'trial',
      branding: {},
      settings: {},
      admin: { firstName, lastName, password, emailVerified },
    } as const
    const { adminUserId } = await createOrganization(scope, organization, billing)
    if (!emailVerified) return { user: await unverifiedUser(scope, adminUserId), token: null }
    const former = http.session
    if (former) await core.sessions.end(scope, former.id, former.user.id)
    return openSession(scope, http.host, adminUserId)
  })
  if (token !== null) rememberSession(http, token)
  return { ...user, mustVerifyEmail: token === null }
}

async function unverifiedUser(scope: PlatformScope, id: string): Promise<User> {
  const account = await accountById(scope, id)
  if (!account) throw notFound('User')
  await mailVerification(scope, account)
  return userOf(account)
}
