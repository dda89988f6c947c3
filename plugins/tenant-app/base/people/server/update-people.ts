import { fold } from '#core/contract/fold.ts'
import { isStaff } from '#core/contract/roles.ts'
import { changedFields, record, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, invalidField, notFound } from '#core/server/errors.ts'
import { adminActOf, recordAdminAccess } from '#core/server/identity/admin-access.ts'
import { announceChangedEmail } from '#core/server/identity/email-change.ts'
import { askToVerify } from '#core/server/identity/email-verification.ts'
import { requireOtherAdmin } from '#core/server/identity/last-admin.ts'
import type { IssuedPassword } from '#core/server/identity/passwords.ts'
import { requireConfirmation } from '#core/server/identity/second-factor/require-confirmation.ts'
import { UserModel } from '#core/server/identity/user.ts'
import { refuseTaken, setPassword, signInNameOf } from '#core/server/identity/users.ts'
import { enforceLimit } from '#core/server/limits.ts'
import { TenantModel } from '#core/server/tenancy/tenant.ts'
import type { Person, PersonChange } from '../contract.ts'
import { mailTemporaryPassword } from './emails.ts'
import { getPerson } from './people.ts'

type Changeable = Pick<Person, 'firstName' | 'lastName' | 'email' | 'role'> & { isActive: boolean }

// Students first and people then, as whoever changes a student holds them: another name or address of a guardian is
// written to the students too, and another name of a student's account to the student.
const lockOwnStudents = statement(
  `select s.id from students s
    where s.user_id = $id or exists (select from parent_students p where p.tenant_id = s.tenant_id and p.student_id = s.id
      and p.parent_id = $id)
    order by s.id for no key update of s`,
)

const updateStudentName = statement(
  `update students s set first_name = u.first_name, last_name = u.last_name, updated_at = $now
    from users u where s.user_id = $id and u.tenant_id = s.tenant_id and u.id = s.user_id`,
)

/**
 * Changes what is given of somebody; deactivating ends their sessions, and so does another address.
 * @throws conflict at `email`; invalid at `isActive` and `role` for oneself and the last active admin, at `role` for
 *   parents and students, at `email` for whoever cannot be without one; plan.limit 403; identity.confirm 403 for another
 *   role, and another address of staff or of an account; invalid at `words` for platform staff who make or activate an
 *   admin, or change the address of one, without a reason; not-found
 */
export async function updatePerson(
  scope: TenantScope,
  id: string,
  { words, ...change }: PersonChange,
): Promise<Person> {
  await scope.rows(lockOwnStudents, { id })
  const held = await UserModel.query(scope.trx).findById(id).forNoKeyUpdate()
  const person = await getPerson(scope, id)
  const hasPassword = held !== undefined && held.passwordHash !== null
  const changed = changedFields<Changeable>({ ...person, isActive: person.state !== 'inactive' }, change)
  const { after } = changed
  if (Object.keys(after).length === 0) return person
  await checkChange(scope, { ...person, hasPassword }, after)
  const isMoved = after.email !== undefined && fold(after.email ?? '') !== fold(person.email ?? '')
  // Whoever has the address of an account can make it theirs, and an invitation follows it.
  if (after.role !== undefined || (isMoved && (hasPassword || isStaff(person.role)))) await requireConfirmation(scope)
  const now = scope.core.clock.now().toISOString()
  const isNamed = after.firstName !== undefined || after.lastName !== undefined
  await scope
    .savepoint(async () => {
      await UserModel.query(scope.trx)
        .findById(id)
        .patch({ ...after, ...(isNamed && { mustGiveName: false }), updatedAt: now })
    })
    .catch(refuseTaken)
  if (isNamed) await scope.rows(updateStudentName, { id, now })
  const changedUser = { id, tenantId: scope.tenantId, role: after.role ?? person.role }
  await recordAdminAccess(scope, { user: changedUser, act: adminActOf(after, isMoved), words })
  if (isMoved) await announceChangedEmail(scope, id, person.email)
  await (after.isActive === false
    ? scope.core.sessions.endOfUser(scope, id)
    : scope.core.invalidations.announce(scope, 'user', id))
  await record(scope, {
    action: after.isActive === undefined ? 'user.updated' : after.isActive ? 'user.activated' : 'user.deactivated',
    category: after.isActive === undefined && after.role === undefined ? 'account' : 'security',
    description: `Changed ${referTo('user', id)}`,
    resource: 'user',
    resourceId: id,
    ...changed,
  })
  return getPerson(scope, id)
}

async function checkChange(
  scope: TenantScope,
  person: Person & { hasPassword: boolean },
  after: Partial<Changeable>,
): Promise<void> {
  const { tenantId } = scope
  const isOwn = person.id === scope.actor.user?.id
  if (after.role !== undefined) {
    if (!isStaff(person.role)) throw invalidField('role', 'Parents and students keep their role')
    if (isOwn) throw invalidField('role', 'You cannot change your own role')
    await requireOtherAdmin(scope, { ...person, tenantId }, 'role')
  }
  if (after.isActive === false) {
    if (isOwn) throw invalidField('isActive', 'You cannot deactivate your own account')
    await requireOtherAdmin(scope, { ...person, tenantId }, 'isActive')
  }
  if (after.isActive && isStaff(person.role)) await enforceLimit(scope, tenantId, 'users')
  if (after.email === null && (isStaff(person.role) || person.hasPassword)) {
    throw invalidField('email', 'Users who sign in need an email address')
  }
}

/**
 * Gives a temporary password, shown once and mailed where there is an address, which is yet to be proven where it was;
 * sessions end.
 * @throws people.own-password 409, people.no-account 409 for people who never had one, not-found; invalid at `words` for
 *   platform staff without a reason, of an admin
 */
export async function resetPersonPassword(
  scope: TenantScope,
  id: string,
  { password: newPassword, hash, words }: IssuedPassword & { words: string | undefined },
): Promise<{ signInName: string; newPassword: string }> {
  if (id === scope.actor.user?.id) {
    throw new AppError('people.own-password', 409, 'Change your own password in your profile')
  }
  const user = await UserModel.query(scope.trx).findById(id).forNoKeyUpdate()
  const tenant = await TenantModel.query(scope.trx).findById(scope.tenantId)
  if (!user || !tenant) throw notFound('Person')
  if (user.passwordHash === null) {
    throw new AppError('people.no-account', 409, 'This person has no account yet. Send an invitation instead.')
  }
  await recordAdminAccess(scope, { user, act: 'password-reset', words })
  await setPassword(scope, id, { hash }, { temporary: true })
  await askToVerify(scope, id)
  const { email, username, firstName } = user
  if (email !== null) await mailTemporaryPassword(scope, tenant, { email, firstName }, newPassword)
  await record(scope, {
    action: 'user.password-reset',
    category: 'security',
    description: `Reset the password of ${referTo('user', id)}`,
    resource: 'user',
    resourceId: id,
  })
  return { signInName: signInNameOf({ email, username, subdomain: tenant.subdomain }), newPassword }
}
