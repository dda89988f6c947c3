import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { email, id } from '#core/contract/fields.ts'
import { admins } from '../../contract.ts'
import { person } from '../../base/people/contract.ts'

/** Age in years from which a student may have an account without a guardian's `account` consent. */
export const ACCOUNT_AGE = 13

export const studentAccount = z.object({
  /** User of the student; null without one. */
  person: person.nullable(),
  /** Name to sign in with; null while there is no account. */
  signInName: z.string().nullable(),
  /**
   * True if the student is under 13, or of unknown age, and has no consent to an account; null where it would reveal a child's
   * consent to platform staff.
   */
  lacksConsent: z.boolean().nullable(),
})
export type StudentAccount = z.infer<typeof studentAccount>

/** Becomes a part of the sign-in name, which is typed by children. */
const username = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9._-]{2,99}$/, 'Use 3 to 100 letters, digits, dots and dashes')

/** Without an email address the student signs in by name; the default username is made from the student's name. */
export const newStudentAccount = z.object({
  by: z.enum(['invitation', 'password']),
  email: email().nullable().default(null),
  username: username.optional(),
})

const byId = z.object({ id })

export const studentAccountContract = {
  getStudentAccount: endpoint({
    method: 'GET',
    path: '/api/students/{id}/account',
    summary: 'The account of a student, and whether there may be one',
    access: admins,
    params: byId,
    response: studentAccount,
  }),
  createStudentAccount: endpoint({
    method: 'POST',
    path: '/api/students/{id}/account',
    status: 201,
    summary:
      'Give a student an account, by an emailed invitation or with a temporary password, which is shown once; under 13 years a guardian’s consent is required',
    audit: ['student.account-created', 'user.created', 'user.invited', 'auth.email-verification-sent'],
    access: { ...admins, sessionOnly: true },
    params: byId,
    body: newStudentAccount,
    response: studentAccount.extend({ temporaryPassword: z.string().nullable() }),
  }),
  sendStudentInvitation: endpoint({
    method: 'POST',
    path: '/api/students/{id}/account/invitation',
    summary: 'Email a student another invitation; the earlier link stops working',
    audit: 'user.invited',
    access: admins,
    rateLimit: 30,
    params: byId,
    response: studentAccount,
  }),
} as const
