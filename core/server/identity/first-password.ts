import type { z } from 'zod'
import type { firstPassword, User } from '#core/contract/identity.ts'
import { changedFields, record } from '../audit.ts'
import { AppError, invalidField, unauthenticated } from '../errors.ts'
import { signedIn, type Unscoped } from '../http/mount.ts'
import { refuseRoleNames } from './own-name.ts'
import { checkNewPassword, hashPassword, verifyPassword } from './passwords.ts'
import { userOf } from './sign-in.ts'
import { accountById, setPassword } from './users.ts'
import { UserModel } from './user.ts'

/**
 * Replaces the temporary password of a user who has just signed in with it, so that it is not asked for again, and
 * stores the name where none was known.
 * @returns the user, and the session's new token
 * @throws identity.no-temporary-password 409; invalid at `password` and the name fields; busy 503
 */
export async function setFirstPassword(
  { core, http }: Unscoped,
  { firstName, lastName, password }: z.output<typeof firstPassword>,
): Promise<{ user: User; token: string }> {
  const { id: sessionId, user } = signedIn(http)
  const account = await core.db.platform(http.actor, (scope) => accountById(scope, user.id))
  if (!account) throw unauthenticated()
  if (!account.mustChangePassword) {
    throw new AppError(
      'identity.no-temporary-password',
      409,
      'You have a password of your own. Change it in your profile.',
    )
  }
  const given = { ...(firstName !== undefined && { firstName }), ...(lastName !== undefined && { lastName }) }
  // A name on record stays as the organization wrote it.
  const name = account.mustGiveName ? given : {}
  await refuseRoleNames(core, account, name)
  checkNewPassword(password, await core.settings.current(), { ...account, ...name })
  if (await verifyPassword(password, account.passwordHash)) {
    throw invalidField('password', 'Choose another password than the temporary one')
  }
  const hash = await hashPassword(password)
  return core.db.platform(http.actor, async (scope) => {
    const of = { resource: 'user', resourceId: user.id, tenantId: user.tenantId }
    await setPassword(scope, user.id, { hash }, { keepSessionId: sessionId })
    await record(scope, {
      action: 'auth.password-changed',
      category: 'security',
      description: 'Replaced the temporary password',
      ...of,
    })
    if (Object.keys(name).length > 0) {
      await UserModel.query(scope.trx)
        .findById(user.id)
        .patch({ ...name, mustGiveName: false })
      await record(scope, {
        action: 'profile.updated',
        category: 'account',
        description: 'Changed the own profile',
        ...of,
        ...changedFields(account, name),
      })
    }
    const changed = await accountById(scope, user.id)
    if (!changed) throw unauthenticated()
    return { user: userOf(changed), token: await core.sessions.renew(scope, sessionId) }
  })
}
