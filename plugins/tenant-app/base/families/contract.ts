import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { email, id, instant, line, requiredText, text } from '#core/contract/fields.ts'
import { publicName } from '#core/contract/names.ts'
import { searchQuery } from '#core/contract/paging.ts'
import { admins, staff } from '../../contract.ts'
import { personStates } from '../people/contract.ts'

/** A student as the portal shows them to those who may see them. */
export const child = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  /** `2016-04-30`. */
  dateOfBirth: z.string().nullable(),
  grade: z.string().nullable(),
  isActive: z.boolean(),
})
export type Child = z.infer<typeof child>

/** Somebody whom the organization gets in touch with about a child, as other guardians of it know them. */
export const childContact = z.object({
  id,
  name: z.string(),
  relationship: z.string(),
  mayCollect: z.boolean(),
  /** The caller. */
  isMe: z.boolean(),
})
export type ChildContact = z.infer<typeof childContact>

/** Contact of a guardian, the same for all children. */
export const ownContact = z.object({
  phone: z.string(),
  address: z.string(),
  /** null: never written. */
  updatedAt: instant.nullable(),
})
export type OwnContact = z.infer<typeof ownContact>

const contactFields = { phone: line(50), address: text(500) }

/** Only what is sent changes. With `updatedAt` as it was read, a change by another user in between is a conflict. */
export const ownContactChange = z.object({ ...contactFields, updatedAt: instant.nullable() }).partial()
export type OwnContactChange = z.output<typeof ownContactChange>

/** Rights of guardians; while a restriction stands none of the first three holds. */
const rights = {
  maySee: z.boolean(),
  /** Mails about the child. */
  mayBeTold: z.boolean(),
  mayCollect: z.boolean(),
  livesWithChild: z.boolean(),
}

/** A guardian of a student, as staff see them. */
export const guardian = z.object({
  /** Id of the link between the two. */
  id,
  userId: id,
  firstName: z.string(),
  lastName: z.string(),
  relationship: z.string(),
  /** From 1; the first is the primary guardian. */
  contactOrder: z.number().int(),
  ...rights,
  phone: z.string(),
  isActive: z.boolean(),
  /** Fields for admins alone; other roles are answered the rights as they hold at the moment instead. */
  admin: z
    .object({
      email: z.string().nullable(),
      state: z.enum(personStates),
      /** Until when an invitation can be accepted; null unless invited. */
      invitedUntil: instant.nullable(),
      /** Email to the address comes back. */
      isBouncing: z.boolean(),
      address: z.string(),
      notes: z.string(),
      /** null, as the next two, for super admins: that a guardian is restricted opens with a reason alone. */
      isRestricted: z.boolean().nullable(),
      /** The day has come on which the restriction was to be looked at again. It holds until it is lifted. */
      isReviewDue: z.boolean().nullable(),
      /** There is a restriction to be read about, which may have been lifted. */
      wasRestricted: z.boolean().nullable(),
    })
    .nullable(),
  updatedAt: instant,
})
export type Guardian = z.infer<typeof guardian>

const relationship = requiredText(50, 'Relationship is required')

/** Somebody who becomes a guardian: known to the organization by the address, or added. */
const person = z.object({
  firstName: publicName('First name is required'),
  lastName: publicName('Last name is required'),
  /** Empty keeps a contact without an account. */
  email: z.union([z.literal(''), email()]).default(''),
  /** True to invite by email; otherwise a new guardian is saved as a contact without an account. */
  invite: z.boolean().default(false),
})

export const newGuardian = z
  .object({
    /** A parent of the organization. */
    userId: id.nullable().default(null),
    person: person.nullable().default(null),
    relationship,
    maySee: rights.maySee.default(true),
    mayBeTold: rights.mayBeTold.default(true),
    mayCollect: rights.mayCollect.default(true),
    livesWithChild: rights.livesWithChild.default(true),
  })
  .refine(({ userId, person: added }) => userId !== null || added !== null, {
    message: 'Choose who becomes a guardian',
    path: ['userId'],
  })
  .refine(({ userId, person: added }) => userId === null || added === null, {
    message: 'Choose a person or add one, not both',
    path: ['userId'],
  })
export type NewGuardian = z.output<typeof newGuardian>

/** Only what is sent changes. With `updatedAt` as it was read, a change by another user in between is a conflict. */
export const guardianChange = z
  .object({ relationship, ...rights, ...contactFields, notes: text(5000), updatedAt: instant })
  .partial()
export type GuardianChange = z.output<typeof guardianChange>

export const guardianOrder = z.object({
  /** All guardians of the student. */
  ids: z.array(id).max(20, 'At most 20'),
  /** The order as it was read. */
  former: z.array(id).max(20, 'At most 20'),
})
export type GuardianOrder = z.output<typeof guardianOrder>

const link = z.object({ id, guardianId: id })

/** Access of guardians to their own children, and of super admins, who pick a child, to all. */
export const guardians = { who: ['parent'], hosts: 'tenant', scope: 'tenant' } as const

export const familiesContract = {
  listChildren: endpoint({
    method: 'GET',
    path: '/api/children',
    summary: 'The children whom the caller may see, active ones first, by name; 50 unless said otherwise',
    access: guardians,
    query: searchQuery,
    response: z.array(child),
  }),
  getChild: endpoint({
    method: 'GET',
    path: '/api/children/{id}',
    summary: 'One child whom the caller may see',
    access: guardians,
    params: z.object({ id }),
    response: child,
  }),
  listContacts: endpoint({
    method: 'GET',
    path: '/api/children/{id}/contacts',
    summary: 'Who is to be reached about a child, in the order of contact, without addresses and phones',
    access: guardians,
    params: z.object({ id }),
    response: z.array(childContact),
  }),
  getOwnContact: endpoint({
    method: 'GET',
    path: '/api/guardians/me',
    summary: 'The caller’s own phone and address',
    access: guardians,
    response: ownContact,
  }),
  updateOwnContact: endpoint({
    method: 'PUT',
    path: '/api/guardians/me',
    summary: 'Change the own phone and address',
    audit: 'guardian.contact-changed',
    unaudited: 'Where nothing differs, nothing is changed',
    access: { ...guardians, whileReadOnly: true },
    body: ownContactChange,
    response: ownContact,
  }),
  listGuardians: endpoint({
    method: 'GET',
    path: '/api/students/{id}/guardians',
    summary: 'A student’s guardians in the order of contact; addresses, notes and restrictions for admins alone',
    access: staff,
    params: z.object({ id }),
    response: z.array(guardian),
  }),
  countUnreached: endpoint({
    method: 'GET',
    path: '/api/guardians/unreached',
    summary: 'Number of active students none of whose guardians has an account or an open invitation',
    access: admins,
    response: z.object({ families: z.number().int() }),
  }),
  addGuardian: endpoint({
    method: 'POST',
    path: '/api/students/{id}/guardians',
    status: 201,
    summary: 'Add a guardian to a student; guardians who get notifications are notified by email',
    audit: ['guardian.added', 'user.created', 'user.invited'],
    unaudited: 'Who is a guardian already stays as they are',
    access: admins,
    params: z.object({ id }),
    body: newGuardian,
    response: guardian,
  }),
  arrangeGuardians: endpoint({
    method: 'PUT',
    path: '/api/students/{id}/guardians',
    summary: 'Put a student’s guardians in another order of contact',
    audit: 'guardian.arranged',
    unaudited: 'Where the order is the same, nothing is changed',
    access: admins,
    params: z.object({ id }),
    body: guardianOrder,
    response: z.array(guardian),
  }),
  getGuardian: endpoint({
    method: 'GET',
    path: '/api/students/{id}/guardians/{guardianId}',
    summary: 'One guardian of a student',
    access: staff,
    params: link,
    response: guardian,
  }),
  updateGuardian: endpoint({
    method: 'PUT',
    path: '/api/students/{id}/guardians/{guardianId}',
    summary: 'Change what a guardian may do, and how they are reached',
    audit: 'guardian.changed',
    unaudited: 'Where nothing differs, nothing is changed',
    access: { ...admins, whileReadOnly: true },
    params: link,
    body: guardianChange,
    response: guardian,
  }),
  removeGuardian: endpoint({
    method: 'DELETE',
    path: '/api/students/{id}/guardians/{guardianId}',
    summary: 'Remove a student’s guardian; refused while they are restricted',
    audit: 'guardian.removed',
    access: { ...admins, whileReadOnly: true },
    params: link,
    response: 'none',
  }),
} as const
