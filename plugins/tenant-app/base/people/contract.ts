import { z } from 'zod'
import { adminReason } from '#core/contract/admin-reason.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { email, id, instant, role } from '#core/contract/fields.ts'
import { publicName } from '#core/contract/names.ts'
import { searchQuery } from '#core/contract/paging.ts'
import { staffRoles } from '#core/contract/roles.ts'
import { admins, staff } from '../../contract.ts'

export const instructor = z.object({ id, name: z.string(), email: z.string() })
export type Instructor = z.infer<typeof instructor>

export const organizationRoles = ['tenant_admin', 'instructor', 'parent', 'student'] as const

/** `no-account`: kept as a contact, who cannot sign in and whom nobody has invited. */
export const personStates = ['active', 'invited', 'no-account', 'inactive'] as const
export type PersonState = (typeof personStates)[number]

export const person = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  /** null for parents and students who are kept without one. */
  email: z.string().nullable(),
  username: z.string(),
  role: z.enum(organizationRoles),
  /** Names of the students whose parent or guardian the person is. */
  children: z.array(z.string()),
  state: z.enum(personStates),
  /** Until when an invitation can be accepted; null unless somebody is invited. */
  invitedUntil: instant.nullable(),
  /** Email to the address comes back. */
  isBouncing: z.boolean(),
  /** Last letter for a child of a guardian without an account that was neither used nor replaced. */
  letter: z.object({ printedAt: instant, expiresAt: instant }).nullable(),
  lastLoginAt: instant.nullable(),
})
export type Person = z.infer<typeof person>

/** Students' accounts come from the student's page. */
export const invitedRoles = ['instructor', 'tenant_admin', 'parent'] as const

const firstName = publicName('First name is required')
const lastName = publicName('Last name is required')

export const newInvitation = z.object({
  role: z.enum(invitedRoles, 'Please select a role'),
  email: email(),
  firstName,
  lastName,
  words: adminReason.default(''),
})

/** Fields that are left out stay as they are. */
export const personChange = z.object({
  firstName: firstName.optional(),
  lastName: lastName.optional(),
  /** null takes the address of a contact without an account away. */
  email: email().nullable().optional(),
  /** Staff alone change their role, among those of staff. */
  role: z.enum(staffRoles, 'Please select a role').optional(),
  words: adminReason.optional(),
  isActive: z.boolean().optional(),
})
export type PersonChange = z.output<typeof personChange>

/** The one change of a person in a read-only organization: whoever must not get in any more is kept out. */
const deactivation = z.strictObject({ isActive: z.literal(false) })

const byId = z.object({ id })

/** Calls a minute that may mail something each. */
const EMAILS_PER_MINUTE = 30

export const peopleContract = {
  listInstructors: endpoint({
    method: 'GET',
    path: '/api/instructors',
    summary: 'Who can teach here: active instructors and admins of the organization, by name, 50 unless said otherwise',
    access: staff,
    query: searchQuery,
    response: z.array(instructor),
  }),
  listUsers: endpoint({
    method: 'GET',
    path: '/api/users',
    summary: 'Active people of the organization with a role, parents by default, by last name',
    access: staff,
    query: searchQuery.extend({ role: role.default('parent') }),
    response: z.array(person.pick({ id: true, firstName: true, lastName: true, email: true })),
  }),
  listPeople: endpoint({
    method: 'GET',
    path: '/api/people',
    summary: 'The organization’s people, by last name',
    access: admins,
    query: searchQuery.extend({ role: z.enum(organizationRoles).optional(), state: z.enum(personStates).optional() }),
    response: z.array(person),
  }),
  invitePerson: endpoint({
    method: 'POST',
    path: '/api/people',
    status: 201,
    summary: 'Invite staff or a parent by email; a known contact is invited, not added again',
    audit: ['user.invited', 'user.created'],
    access: admins,
    rateLimit: EMAILS_PER_MINUTE,
    body: newInvitation,
    response: person,
  }),
  updatePerson: endpoint({
    method: 'PUT',
    path: '/api/people/{id}',
    summary: 'Change a person; deactivating ends their sessions, and so does another address, which has to be verified',
    audit: ['user.updated', 'user.activated', 'user.deactivated', 'user.invited', 'auth.email-verification-sent'],
    unaudited: 'Where nothing differs, nothing is changed',
    access: { ...admins, whileReadOnly: deactivation },
    rateLimit: EMAILS_PER_MINUTE,
    params: byId,
    body: personChange,
    response: person,
  }),
  sendInvitation: endpoint({
    method: 'POST',
    path: '/api/people/{id}/invitation',
    summary:
      'Email an invitation, again or for the first time, to a person without an account; the earlier link stops working',
    audit: 'user.invited',
    access: admins,
    rateLimit: EMAILS_PER_MINUTE,
    params: byId,
    response: person,
  }),
  retryEmail: endpoint({
    method: 'POST',
    path: '/api/people/{id}/email-retry',
    summary: 'Try again to send email to an address that bounced, once a day',
    audit: 'user.email-retried',
    access: { ...admins, whileReadOnly: true },
    params: byId,
    response: person,
  }),
  revokeInvitation: endpoint({
    method: 'DELETE',
    path: '/api/people/{id}/invitation',
    summary:
      'Withdraw an invitation: a person without other records is removed, a parent stays as a contact, staff are deactivated',
    audit: ['user.invitation-revoked', 'user.removed'],
    access: { ...admins, whileReadOnly: true },
    params: byId,
    response: z.object({ isRemoved: z.boolean() }),
  }),
  resetPersonPassword: endpoint({
    method: 'POST',
    path: '/api/people/{id}/reset-password',
    summary: 'Give a person a temporary password, which is emailed if there is an address; their sessions end',
    audit: ['user.password-reset', 'auth.email-verification-sent'],
    access: { ...admins, recentlyConfirmed: true },
    params: byId,
    body: z.object({ words: adminReason.optional() }).optional(),
    response: z.object({ signInName: z.string(), newPassword: z.string() }),
  }),
} as const
