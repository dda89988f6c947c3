import type { z } from 'zod'
import type { profile, User } from '#core/contract/identity.ts'
import { NAME_WITH_ROLE, hasRoleName } from '#core/contract/names.ts'
import { isStaff } from '#core/contract/roles.ts'
import { changedFields, record } from '../audit.ts'
import type { Core, PlatformScope } from '../core.ts'
import { invalidField } from '../errors.ts'
import { offeredLanguages } from '../http/language.ts'
import type { Unscoped } from '../http/mount.ts'
import { UserModel } from './user.ts'

/** Roles that may change their own name on record: admins decide about all names of their organization. */
const decidesAlone = ({ role }: Pick<User, 'role'>) => role === 'superadmin' || role === 'tenant_admin'

type Names = Partial<Pick<User, 'firstName' | 'lastName' | 'language'>> & { calledName?: string | null | undefined }

/** Refuses names of roles and of the platform to users who are not staff. @throws invalid 400 at the field */
export async function refuseRoleNames(core: Core, { role }: Pick<User, 'role'>, names: Names): Promise<void> {
  if (role === 'superadmin' || isStaff(role)) return
  const { platformName } = await core.settings.current()
  for (const [field, name] of Object.entries(names)) {
    if (name && hasRoleName(name, [platformName])) throw invalidField(field, NAME_WITH_ROLE)
  }
  // Each part may be harmless: `Help` `Desk`.
  const { firstName, lastName } = names
  if (firstName && lastName && hasRoleName(`${firstName} ${lastName}`, [platformName])) {
    throw invalidField('lastName', NAME_WITH_ROLE)
  }
}

/**
 * Changes the caller's preferred name and language. Admins also change their name on record; for others a changed name
 * on record waits for an admin. Entering the present name on record withdraws the request.
 * @throws invalid 400 at the field
 */
export async function changeOwnProfile(
  { core, http }: Pick<Unscoped, 'core' | 'http'>,
  user: User,
  { calledName, language, ...change }: z.output<typeof profile>,
): Promise<void> {
  if (language !== undefined && !offeredLanguages(core, http.tenant).includes(language)) {
    throw invalidField('language', 'Choose a language that your organization offers')
  }
  const called = calledName === '' || calledName === user.firstName ? null : calledName
  const asksForName = change.firstName !== undefined || change.lastName !== undefined
  const { firstName = user.firstName, lastName = user.lastName } = change
  await refuseRoleNames(core, user, { calledName: called, ...(asksForName && { firstName, lastName }) })
  await core.db.platform(http.actor, async (scope) => {
    const isOwn = decidesAlone(user)
    const own = {
      ...(called !== undefined && { calledName: called }),
      ...(language !== undefined && { language }),
      ...(asksForName && isOwn && { firstName, lastName }),
    }
    if (Object.keys(own).length > 0 || !asksForName) {
      await UserModel.query(scope.trx)
        .findById(user.id)
        .patch({
          ...own,
          ...(asksForName && isOwn && { mustGiveName: false }),
          updatedAt: core.clock.now().toISOString(),
        })
      await recordOwn(scope, user, 'profile.updated', 'Changed the own profile', changedFields<Names>(user, own))
    }
    if (asksForName && !isOwn) await requestName(scope, user, { firstName, lastName })
    await core.invalidations.announce(scope, 'user', user.id)
  })
}

async function requestName(
  scope: PlatformScope,
  user: User,
  { firstName, lastName }: Pick<User, 'firstName' | 'lastName'>,
): Promise<void> {
  const now = scope.core.clock.now().toISOString()
  const isOnRecord = firstName === user.firstName && lastName === user.lastName
  await UserModel.query(scope.trx)
    .findById(user.id)
    .patch({
      requestedFirstName: isOnRecord ? null : firstName,
      requestedLastName: isOnRecord ? null : lastName,
      nameRequestedAt: isOnRecord ? null : now,
      updatedAt: now,
    })
  const did = isOnRecord ? 'Withdrew the request for another name' : 'Asked for another name on record'
  await recordOwn(scope, user, 'profile.name-requested', did, {
    before: user.nameRequest ?? {},
    after: isOnRecord ? {} : { firstName, lastName },
  })
}

const recordOwn = (
  scope: PlatformScope,
  user: User,
  action: `profile.${string}`,
  description: string,
  changed: { before: object; after: object },
): Promise<void> =>
  record(scope, {
    action,
    category: 'account',
    description,
    resource: 'user',
    resourceId: user.id,
    tenantId: user.tenantId,
    before: { ...changed.before },
    after: { ...changed.after },
  })
