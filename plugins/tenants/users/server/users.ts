import { z } from 'zod'
import { changedFields, record, referTo } from '#core/server/audit.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, forbidden, invalidField, notFound } from '#core/server/errors.ts'
import { fold } from '#core/contract/fold.ts'
import { isStaff } from '#core/contract/roles.ts'
import { emit } from '#core/server/events/events.ts'
import { adminActOf, recordAdminAccess } from '#core/server/identity/admin-access.ts'
import { announceChangedEmail } from '#core/server/identity/email-change.ts'
import { requireOtherAdmin } from '#core/server/identity/last-admin.ts'
import { refuseGuessable, type IssuedPassword } from '#core/server/identity/passwords.ts'
import { requireConfirmation } from '#core/server/identity/second-factor/require-confirmation.ts'
import { resetSecondFactor } from '#core/server/identity/second-factor/reset.ts'
import { userRenamed } from '#core/server/identity/user-events.ts'
import { accountById, createUser, refuseTaken, setPassword, signInNameOf } from '#core/server/identity/users.ts'
import { enforceLimit } from '#core/server/limits.ts'
import { TenantModel } from '#core/server/tenancy/tenant.ts'
import { UserModel } from '#core/server/identity/user.ts'
import { foundUser } from '../contract.ts'
import type { FoundUser, createdUser, newTenantUser, userChange } from '../contract.ts'
import { mailCredentials } from '../../shared/server/emails.ts'
import { userColumns } from './user-search.ts'

const userWithHost = foundUser.extend({ subdomain: z.string().nullable() })
type UserWithHost = z.infer<typeof userWithHost>

const selectUserById = statement(
  userWithHost,
  `select ${userColumns}, t.subdomain from users u left join tenants t on t.id = u.tenant_id where u.id = $1`,
)

/** @throws not-found */
export async function userById(scope: PlatformScope, id: string): Promise<UserWithHost> {
  const [found] = await scope.rows(selectUserById, [id])
  if (!found) throw notFound('User')
  return found
}

/**
 * Creates a user of an organization, who gets the temporary password by email.
 * @throws conflict at `email` or `username` when the organization has one like it; invalid at `tenantId`, and at
 *   `password` when a given one is easily guessed
 */
export async function createTenantUser(
  scope: PlatformScope,
  { password, hash, ...input }: z.output<typeof newTenantUser> & IssuedPassword,
): Promise<z.output<typeof createdUser>> {
  const tenant = await TenantModel.query(scope.trx).findById(input.tenantId)
  if (!tenant) throw invalidField('tenantId', 'Please select an organization')
  refuseGuessable(password, { ...input, tenantName: tenant.name, subdomain: tenant.subdomain })
  const { id } = await createUser(scope, { ...input, password: { hash }, temporary: true })
  const user = await userById(scope, id)
  await mailCredentials(scope, { ...user, email: input.email }, password, 'user-created')
  await record(scope, {
    action: 'user.created',
    category: 'account',
    description: `Created the user ${referTo('user', id)}`,
    resource: 'user',
    resourceId: id,
    tenantId: user.tenantId,
    after: input,
  })
  return { ...user, temporaryPassword: password }
}

/**
 * Changes what is given; deactivating ends the user's sessions, and so does another address, which has to be proven.
 * @throws conflict at `email` or `username`; invalid at `isActive` for the caller, for the last active super
 *   admin and for the last active admin of an organization; plan.limit 403 when it has as many staff as its plan allows;
 *   identity.confirm 403 for another address; invalid at `words` without a reason for an admin of an organization who is
 *   activated or gets another address
 */
export async function updateUser(
  scope: PlatformScope,
  id: string,
  { words, ...change }: z.output<typeof userChange>,
): Promise<FoundUser> {
  await scope.trx('users').where({ id }).forNoKeyUpdate().first('id')
  const user = await userById(scope, id)
  const { before, after } = changedFields<FoundUser>(user, change)
  if (Object.keys(after).length === 0) return user
  if (after.isActive === false) await refuseDeactivation(scope, user)
  if (after.isActive && user.tenantId !== null && isStaff(user.role)) await enforceLimit(scope, user.tenantId, 'users')
  const isMoved = after.email !== undefined && fold(after.email ?? '') !== fold(user.email ?? '')
  // Control of an account's address allows taking over the account.
  if (isMoved) await requireConfirmation(scope)
  await scope.savepoint(() => write(scope, id, after)).catch(refuseTaken)
  const { tenantId } = user
  if (isNamed(after) && tenantId !== null) await emit(scope, userRenamed, { tenantId, userId: id })
  await recordAdminAccess(scope, { user, act: adminActOf({ isActive: after.isActive }, isMoved), words })
  if (isMoved) await announceChangedEmail(scope, id, user.email)
  await (after.isActive === false
    ? scope.core.sessions.endOfUser(scope, id)
    : scope.core.invalidations.announce(scope, 'user', id))
  await record(scope, {
    action: after.isActive === undefined ? 'user.updated' : after.isActive ? 'user.activated' : 'user.deactivated',
    category: after.isActive === undefined ? 'account' : 'security',
    description: `Changed the user ${referTo('user', id)}`,
    resource: 'user',
    resourceId: id,
    tenantId: user.tenantId,
    before,
    after,
  })
  return userById(scope, id)
}

const isNamed = ({ firstName, lastName }: Partial<FoundUser>) => firstName !== undefined || lastName !== undefined

async function write(scope: PlatformScope, id: string, change: Partial<FoundUser>): Promise<void> {
  await UserModel.query(scope.trx)
    .findById(id)
    .patch({
      ...change,
      ...(isNamed(change) && { mustGiveName: false }),
      updatedAt: scope.core.clock.now().toISOString(),
    })
}

const lockSuperAdmins = statement(`select pg_advisory_xact_lock(hashtextextended('tenants.superadmins', 0))`)

const countOtherSuperAdmins = statement(
  z.object({ count: z.number() }),
  `select count(*) as count from users where role = 'superadmin' and is_active and id <> $1`,
)

async function refuseDeactivation(scope: PlatformScope, user: FoundUser): Promise<void> {
  if (user.id === scope.actor.user?.id) throw invalidField('isActive', 'You cannot deactivate your own account')
  await requireOtherAdmin(scope, user, 'isActive')
  if (user.role !== 'superadmin') return
  // Held until the commit: two super admins who deactivate each other must not both succeed.
  await scope.rows(lockSuperAdmins)
  const [row] = await scope.rows(countOtherSuperAdmins, [user.id])
  if (!row?.count) throw invalidField('isActive', 'The last active super admin cannot be deactivated')
}

/**
 * Gives a temporary password, shown once and emailed where there is an address. Sessions end, and links of forgotten
 * passwords are void.
 * @throws tenants.no-account 409 for people without a password to replace, invited ones and contacts
 */
export async function resetUserPassword(
  scope: PlatformScope,
  id: string,
  { password: newPassword, hash, words }: IssuedPassword & { words: string | undefined },
): Promise<{ newPassword: string; signInName: string }> {
  const user = await userById(scope, id)
  const account = await accountById(scope, id)
  if (account?.passwordHash === null) {
    throw new AppError(
      'tenants.no-account',
      409,
      'This person has no account yet. Admins of the organization invite its people.',
    )
  }
  await recordAdminAccess(scope, { user, act: 'password-reset', words, isReasonOptional: true })
  await setPassword(scope, id, { hash }, { temporary: true, vouches: true })
  const { email } = user
  if (email !== null) await mailCredentials(scope, { ...user, email }, newPassword, 'password-reset')
  await record(scope, {
    action: 'user.password-reset',
    category: 'security',
    description: `Reset the password of ${referTo('user', id)}`,
    resource: 'user',
    resourceId: id,
    tenantId: user.tenantId,
  })
  return { newPassword, signInName: signInNameOf(user) }
}

/**
 * Removes the second factors of an organization's user who has lost them.
 * @throws forbidden for super admins, who could let each other in with it; identity.no-second-factor 409, not-found;
 *   invalid at `words` without a reason for an admin
 */
export async function resetUserSecondFactor(
  scope: PlatformScope,
  id: string,
  words: string | undefined,
): Promise<void> {
  const user = await userById(scope, id)
  if (user.tenantId === null) {
    throw forbidden(
      'Two-step verification of super admins is reset at the command line: platform-cli reset-second-factor',
    )
  }
  await resetSecondFactor(scope, id)
  await recordAdminAccess(scope, { user, act: 'second-factor-reset', words })
}
