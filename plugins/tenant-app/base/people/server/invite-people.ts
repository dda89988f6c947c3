import { z } from 'zod'
import { isStaff } from '#core/contract/roles.ts'
import { record, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, conflict } from '#core/server/errors.ts'
import { recordAdminAccess } from '#core/server/identity/admin-access.ts'
import { invite, withdrawInvitation } from '#core/server/identity/invitations.ts'
import { requireConfirmation } from '#core/server/identity/second-factor/require-confirmation.ts'
import { retryAddress } from '#core/server/mail/suppressions.ts'
import { UserModel } from '#core/server/identity/user.ts'
import type { newInvitation, Person } from '../contract.ts'
import { findOrInvite } from './accounts.ts'
import { getPerson, findPersonByEmail } from './people.ts'

/**
 * Invites staff or a parent by mail.
 * @throws conflict at `email` for somebody who is here or invited already, and as `findOrInvite`; plan.limit 403;
 *   identity.confirm 403 for staff; invalid at `words` for platform staff who invite an admin without a reason
 */
export async function invitePerson(scope: TenantScope, input: z.output<typeof newInvitation>): Promise<Person> {
  const { role, words, ...named } = input
  // Or somebody with a stolen session would stay by an account of their own.
  if (isStaff(role)) await requireConfirmation(scope)
  const known = await findPersonByEmail(scope, input.email)
  if (known?.role === role && (known.state === 'active' || known.state === 'invited')) {
    const name = `${known.firstName} ${known.lastName}`
    throw conflict('email', known.state === 'active' ? `${name} is here already` : `${name} is invited already`)
  }
  const { id } = await findOrInvite(scope, role, { ...named, invite: true })
  await recordAdminAccess(scope, { user: { id, tenantId: scope.tenantId, role }, act: 'added', words })
  return getPerson(scope, id)
}

const hasAccount = () => new AppError('people.has-account', 409, 'This person has an account already')

/** @throws people.student 409, people.has-account 409, people.inactive 409, invalid at `email` for somebody without one, not-found */
export async function sendInvitation(scope: TenantScope, id: string): Promise<Person> {
  const { state, role } = await getPerson(scope, id)
  if (role === 'student') {
    throw new AppError('people.student', 409, 'Students are invited from their own page, under Students')
  }
  if (state === 'active') throw hasAccount()
  if (state === 'inactive') throw new AppError('people.inactive', 409, 'Activate this person before you invite them')
  await invite(scope, id)
  return getPerson(scope, id)
}

/** @throws people.email-retried 409 where it was tried within a day, or nothing bounces; not-found */
export async function retryEmail(scope: TenantScope, id: string): Promise<Person> {
  const { email, isBouncing } = await getPerson(scope, id)
  if (email === null || !isBouncing || !(await retryAddress(scope, scope.tenantId, email))) {
    throw new AppError(
      'people.email-retried',
      409,
      'Email to this address was tried again within the last day. Check the address with this person.',
    )
  }
  await record(scope, {
    action: 'user.email-retried',
    category: 'account',
    description: `Had email to ${referTo('user', id)} tried again`,
    resource: 'user',
    resourceId: id,
  })
  return getPerson(scope, id)
}

// Nobody can refer to the user meanwhile: a reference waits for this lock, and then finds what is left.
const lockUser = statement('select from users where id = $id for update')

const callIsReferredTo = statement(
  z.object({ isReferredTo: z.boolean() }),
  'select is_referred_to($id) as "isReferredTo"',
)

/**
 * Takes an invitation back. Whoever nothing refers to is removed; else a parent or student stays as a contact without an
 * account, and staff as a deactivated one, which no plan counts.
 * @throws people.has-account 409 when it was accepted, people.not-invited 409, not-found
 */
export async function revokeInvitation(scope: TenantScope, id: string): Promise<{ isRemoved: boolean }> {
  await scope.rows(lockUser, { id })
  const person = await getPerson(scope, id)
  if (person.state === 'active') throw hasAccount()
  if (person.state !== 'invited') throw new AppError('people.not-invited', 409, 'This person is not invited')
  await withdrawInvitation(scope, id)
  const [found] = await scope.rows(callIsReferredTo, { id })
  const isRemoved = found?.isReferredTo === false
  if (isRemoved) await UserModel.query(scope.trx).deleteById(id)
  else if (isStaff(person.role)) await UserModel.query(scope.trx).findById(id).patch({ isActive: false })
  await record(scope, {
    action: isRemoved ? 'user.removed' : 'user.invitation-revoked',
    category: 'account',
    description: `Revoked the invitation of ${referTo('user', id)}`,
    resource: 'user',
    resourceId: id,
  })
  return { isRemoved }
}
