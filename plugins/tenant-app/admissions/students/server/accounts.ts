import { z } from 'zod'
import { record, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { AppError, conflict, notFound } from '#core/server/errors.ts'
import { mount, withPreparation } from '#core/server/http/mount.ts'
import { askToVerify } from '#core/server/identity/email-verification.ts'
import { invite } from '#core/server/identity/invitations.ts'
import { issuePassword, type HashedPassword, type IssuedPassword } from '#core/server/identity/passwords.ts'
import { createUser, setPassword, signInNameOf } from '#core/server/identity/users.ts'
import { TenantModel } from '#core/server/tenancy/tenant.ts'
import { hasConsent } from '../../../care/consents/server/has-consent.ts'
import { findOrInvite } from '../../../base/people/server/accounts.ts'
import { getPerson } from '../../../base/people/server/people.ts'
import { requireOpened } from '../../../shared/server/require-opened.ts'
import { isPlatformStaff } from '../../../shared/server/roles.ts'
import { getLocalDay } from '../../../shared/server/time-zone.ts'
import { ACCOUNT_AGE, studentAccountContract } from '../account-contract.ts'
import type { newStudentAccount, StudentAccount } from '../account-contract.ts'
import { StudentModel } from './student.ts'

const owner = z.object({
  id: z.uuid(),
  userId: z.uuid().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  dateOfBirth: z.string().nullable(),
  isActive: z.boolean(),
})
type Owner = z.infer<typeof owner>

const selectOwner = variants({ isHeld: [true, false] }, ({ isHeld }) =>
  statement(
    owner,
    `select id, user_id as "userId", first_name as "firstName", last_name as "lastName", date_of_birth as "dateOfBirth",
            is_active as "isActive" from students where tenant_id = $tenantId and id = $id
       ${isHeld ? 'for no key update' : ''}`,
  ),
)

/**
 * Reads the student.
 * @param isHeld true to lock the row: of two users who create one student's account at once, one must fail
 */
async function ownerOf(scope: TenantScope, id: string, { isHeld }: { isHeld: boolean }): Promise<Owner> {
  const [found] = await scope.rows(selectOwner({ isHeld }), { tenantId: scope.tenantId, id })
  if (!found) throw notFound('Student')
  return found
}

/** Reports whether an account needs a consent. Students of unknown age count as children. */
async function needsConsent(scope: TenantScope, { dateOfBirth }: Owner): Promise<boolean> {
  if (dateOfBirth === null) return true
  return `${Number(dateOfBirth.slice(0, 4)) + ACCOUNT_AGE}${dateOfBirth.slice(4)}` > (await getLocalDay(scope))
}

/** Reports whether a needed consent is missing; null for platform staff, who must not see it. */
async function lacksConsent(scope: TenantScope, student: Owner): Promise<boolean | null> {
  if (!(await needsConsent(scope, student))) return false
  return isPlatformStaff(scope) ? null : !(await hasConsent(scope, student.id, 'account'))
}

async function accountOf(scope: TenantScope, student: Owner): Promise<StudentAccount> {
  const lacking = await lacksConsent(scope, student)
  if (student.userId === null) return { person: null, signInName: null, lacksConsent: lacking }
  const person = await getPerson(scope, student.userId)
  const tenant = await TenantModel.query(scope.trx).findById(scope.tenantId)
  const hasAccount = person.state === 'active' || person.state === 'inactive'
  const signInName = signInNameOf({ ...person, subdomain: tenant?.subdomain ?? null })
  return { person, signInName: hasAccount ? signInName : null, lacksConsent: lacking }
}

/** @throws student.inactive 409, student.account-consent 409, forbidden for platform staff who have not opened the consents */
async function refuseWithoutRight(scope: TenantScope, student: Owner): Promise<void> {
  if (!student.isActive) throw new AppError('student.inactive', 409, 'This student is not active')
  if (!(await needsConsent(scope, student))) return
  await requireOpened(scope, student.id, 'consents')
  if (!(await hasConsent(scope, student.id, 'account'))) {
    throw new AppError(
      'student.account-consent',
      409,
      `Under ${ACCOUNT_AGE} years an account needs a guardian’s consent, which is not there. Students without a birthday count as younger.`,
    )
  }
}

/**
 * Creates a student's account: by an emailed invitation, or with a temporary password, which needs no email address.
 * @throws student.has-account 409, student.inactive 409, student.account-consent 409; invalid or conflict at `email` or
 *   `username`; not-found
 */
async function createStudentAccount(
  scope: TenantScope,
  id: string,
  input: z.output<typeof newStudentAccount>,
  issued: IssuedPassword | null,
): Promise<StudentAccount & { temporaryPassword: string | null }> {
  const student = await ownerOf(scope, id, { isHeld: true })
  await refuseWithoutRight(scope, student)
  const { person } = await accountOf(scope, student)
  if (person && person.state !== 'no-account') {
    throw new AppError('student.has-account', 409, 'This student has an account or an invitation already')
  }
  const userId = person
    ? await openAgain(scope, person.id, issued)
    : await open(scope, student, { ...input, password: issued })
  await StudentModel.query(scope.trx).findById(id).patch({ userId })
  if (issued !== null) await askToVerify(scope, userId)
  await record(scope, {
    action: 'student.account-created',
    category: 'account',
    description: `Gave ${referTo('student', id)} an account`,
    resource: 'student',
    resourceId: id,
    metadata: { userId, by: input.by },
  })
  return { ...(await accountOf(scope, { ...student, userId })), temporaryPassword: issued?.password ?? null }
}

/** Reopens the account of a user whose invitation was revoked. */
async function openAgain(scope: TenantScope, userId: string, password: HashedPassword | null): Promise<string> {
  if (password === null) await invite(scope, userId)
  else await setPassword(scope, userId, password, { temporary: true })
  return userId
}

const existsOwner = statement('select from students where tenant_id = $tenantId and user_id = $userId')

async function open(
  scope: TenantScope,
  { firstName, lastName }: Owner,
  { email, username, password }: Omit<z.output<typeof newStudentAccount>, 'by'> & { password: HashedPassword | null },
): Promise<string> {
  if (password === null) {
    const { id } = await findOrInvite(scope, 'student', {
      firstName,
      lastName,
      invite: true,
      ...(email !== null && { email }),
    })
    const [another] = await scope.rows(existsOwner, { tenantId: scope.tenantId, userId: id })
    if (another) throw conflict('email', 'Another student signs in with this email address')
    return id
  }
  const { id } = await createUser(scope, {
    tenantId: scope.tenantId,
    email,
    firstName,
    lastName,
    role: 'student',
    password,
    temporary: true,
    ...(username !== undefined && { username }),
  })
  return id
}

/** @throws student.no-invitation 409, student.inactive 409, student.account-consent 409, not-found */
async function sendStudentInvitation(scope: TenantScope, id: string): Promise<StudentAccount> {
  const student = await ownerOf(scope, id, { isHeld: true })
  await refuseWithoutRight(scope, student)
  const { person } = await accountOf(scope, student)
  if (person?.state !== 'invited') {
    throw new AppError('student.no-invitation', 409, 'This student is not invited')
  }
  await invite(scope, person.id)
  return accountOf(scope, student)
}

export const studentAccountRoutes = mount(studentAccountContract, {
  getStudentAccount: async (scope, id) => accountOf(scope, await ownerOf(scope, id, { isHeld: false })),
  createStudentAccount: withPreparation(
    (_id, body) => (body.by === 'password' ? issuePassword() : Promise.resolve(null)),
    createStudentAccount,
  ),
  sendStudentInvitation,
})
