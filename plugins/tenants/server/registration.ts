import type { z } from 'zod'
import type { registration, User } from '#core/contract/identity.ts'
import { AppError } from '#core/server/errors.ts'
import { rememberSession } from '#core/server/http/context.ts'
import type { Unscoped } from '#core/server/http/mount.ts'
import { checkNewPassword } from '#core/server/identity/passwords.ts'
import { openSession } from '#core/server/identity/sign-in.ts'
import type { BillingServices } from '#plugins/billing/server/plugin.ts'
import { createOrganization } from './organizations.ts'

/**
 * Creates an organization on trial with its admin, who is then signed in on the platform's host.
 * @throws registration.closed 403 unless the global settings allow it; what `createOrganization` throws
 */
export async function register(
  { core, http }: Unscoped,
  input: z.output<typeof registration>,
  billing: BillingServices | undefined,
): Promise<User> {
  const settings = await core.settings.current()
  if (!settings.allowTenantSelfRegistration || http.host.app !== 'platform') {
    throw new AppError('registration.closed', 403, 'Accounts are created by invitation only')
  }
  checkNewPassword(input.password, settings)
  const { user, token } = await core.db.platform(http.actor, async (scope) => {
    const { organizationName, email, firstName, lastName, password } = input
    const organization = {
      name: organizationName,
      adminEmail: email,
      plan: 'trial',
      status: 'trial',
      branding: {},
      settings: {},
      admin: { firstName, lastName, password },
    } as const
    const { adminUserId } = await createOrganization(scope, organization, billing)
    const former = http.session
    if (former) await core.sessions.end(scope, former.id, former.user.id)
    return openSession(scope, http.host, adminUserId)
  })
  rememberSession(http, token)
  return user
}
