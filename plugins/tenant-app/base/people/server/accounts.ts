import { z } from 'zod'
import { isStaff, roleNames, roles, type Role } from '#core/contract/roles.ts'
import type { TenantScope } from '#core/server/core.ts'
import { record, referTo } from '#core/server/audit.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, conflict, invalidField } from '#core/server/errors.ts'
import { invite } from '#core/server/identity/invitations.ts'
import { createUser } from '#core/server/identity/users.ts'

type OrganizationRole = Exclude<Role, 'superadmin'>

export interface Invited {
  /** Without one, somebody is a contact who cannot sign in: parents and students alone. */
  email?: string | undefined
  firstName: string
  lastName: string
  /** Mails a link to open the account; false keeps a contact without one. */
  invite: boolean
}

const lockPerson = statement(
  'select from users where tenant_id = $tenantId and fold(email) = fold($email) for no key update',
)

const selectUserByEmail = statement(
  z.object({
    id: z.uuid(),
    name: z.string(),
    role: z.enum(roles),
    isActive: z.boolean(),
    /** Has no password, and nobody has sent a link to choose one. */
    isContact: z.boolean(),
  }),
  `select u.id, u.first_name || ' ' || u.last_name as name, u.role, u.is_active as "isActive",
          u.password_hash is null
            and not exists (select from invitations i where i.user_id = u.id and i.accepted_at is null) as "isContact"
     from users u where u.tenant_id = $tenantId and fold(u.email) = fold($email)`,
)

/**
 * The active person of the organization with this address and role; there being none, a new one, who is invited or
 * kept as a contact that cannot sign in. The same person asked for twice at once is one user. Whom we know as a contact
 * is invited where that is asked for; the names of somebody who is found stay as they are.
 * @throws conflict at `email` for somebody with the address in another role, or who is deactivated; invalid at `email`
 *   for staff or an invitation without one; plan.limit 403 when the organization has as many staff as its plan allows
 */
export async function findOrInvite(
  scope: TenantScope,
  role: OrganizationRole,
  input: Invited,
): Promise<{ id: string; isNew: boolean }> {
  const { email } = input
  if (email === undefined) {
    if (input.invite || isStaff(role))
      throw invalidField(
        'email',
        isStaff(role) ? 'Please enter a valid email address' : 'An invitation needs an email address',
      )
    return { id: await addUser(scope, role, input), isNew: true }
  }
  const found = await findKnown(scope, role, email, input)
  if (found !== undefined) return { id: found, isNew: false }
  try {
    return { id: await addUser(scope, role, input), isNew: true }
  } catch (error) {
    // Somebody has added the same person since, and is visible now that the insert has waited for them.
    const id = isTaken(error) ? await findKnown(scope, role, email, input) : undefined
    if (id === undefined) throw error
    return { id, isNew: false }
  }
}

const isTaken = (error: unknown) =>
  error instanceof AppError && error.status === 409 && error.fields?.email !== undefined

async function findKnown(
  scope: TenantScope,
  role: OrganizationRole,
  email: string,
  input: Invited,
): Promise<string | undefined> {
  // Locked before it is read: a statement that waits for a lock does not see an invitation added meanwhile.
  await scope.rows(lockPerson, { tenantId: scope.tenantId, email })
  const [user] = await scope.rows(selectUserByEmail, { tenantId: scope.tenantId, email })
  if (!user) return undefined
  if (user.role !== role) {
    throw conflict('email', `${user.name} has this email address, with the role ${roleNames[user.role]}`)
  }
  if (!user.isActive) throw conflict('email', `${user.name} has this email address and is deactivated`)
  if (input.invite && user.isContact) await invite(scope, user.id)
  return user.id
}

async function addUser(scope: TenantScope, role: OrganizationRole, input: Invited): Promise<string> {
  const { email = null, firstName, lastName } = input
  const { id } = await createUser(scope, {
    tenantId: scope.tenantId,
    email,
    firstName,
    lastName,
    role,
    password: null,
    emailVerified: false,
  })
  await record(scope, {
    action: 'user.created',
    category: 'account',
    description: `Added ${referTo('user', id)}`,
    resource: 'user',
    resourceId: id,
    after: { email, firstName, lastName, role },
  })
  if (input.invite) await invite(scope, id)
  return id
}
