import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { email, id, instant, requiredText, text } from '#core/contract/fields.ts'
import { publicName } from '#core/contract/names.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { admins, studentFilters } from '../../contract.ts'

export const CODE_LENGTH = 10
/** Letters of codes: no vowels, so that no code is a word, and none that are mistaken for digits. */
export const CODE_LETTERS = 'BCDFGHJKMNPQRSTVWXZ'
/** Days for which a printed code works. */
export const LETTER_DAYS = 30
/** Letters of one file. */
export const MAX_LETTERS = 200
/** Days for which the emailed link that proves an address works. */
export const CONFIRMATION_DAYS = 3

const letterStates = ['open', 'expired', 'used', 'revoked'] as const

/** The last letter that was printed for a student. */
export const letter = z.object({
  printedAt: instant,
  expiresAt: instant,
  printedBy: z.string().nullable(),
  state: z.enum(letterStates),
})
export type Letter = z.infer<typeof letter>

/** A student none of whose guardians has an account. */
const letterStudent = z.object({
  id,
  name: z.string(),
  /** True if a guardian has an address that an invitation can be emailed to. */
  isReachable: z.boolean(),
  /** End of a letter that still works; printing another ends it. */
  letterUntil: instant.nullable(),
})
export type LetterStudent = z.infer<typeof letterStudent>

/** Accepts a code as people type it: in small letters, with spaces and hyphens. */
const code = z
  .string()
  .max(60, 'At most 60 characters')
  .transform((typed) => typed.replaceAll(/[\s-]/g, '').toUpperCase())
  .refine((value) => value.length === CODE_LENGTH, `Enter the ${CODE_LENGTH} letters of your code`)

export const newJoinRequest = z.object({
  code,
  firstName: publicName('First name is required'),
  lastName: publicName('Last name is required'),
  email: email(),
  relationship: requiredText(50, 'Say how you are related to the child'),
})
export type NewJoinRequest = z.output<typeof newJoinRequest>

export const joinRequest = z.object({
  id,
  studentId: id,
  studentName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  relationship: z.string(),
  confirmedAt: instant,
  /** The address is that of a guardian who may not see the child: the request can only be declined. */
  isWithoutAccess: z.boolean(),
})
export type JoinRequest = z.infer<typeof joinRequest>

export const joinApproval = z.object({ mayCollect: z.boolean().default(false) })
export const joinRefusal = z.object({ reason: text(500).default('') })

const changes = { ...admins, whileReadOnly: true } as const
const visitors = { who: 'anyone', hosts: 'tenant', scope: 'none' } as const

export const lettersContract = {
  previewLetters: endpoint({
    method: 'GET',
    path: '/api/invitation-letters',
    summary: 'Active students none of whose guardians has an account, filtered as their list; at most 1000',
    access: admins,
    query: studentFilters,
    response: z.array(letterStudent),
  }),
  printLetters: endpoint({
    method: 'POST',
    path: '/api/invitation-letters',
    summary: `Print a letter with a new code for each student as PDF, which ends a former one; at most ${MAX_LETTERS}`,
    audit: 'invitation-letter.printed',
    access: { ...admins, sessionOnly: true },
    rateLimit: 30,
    body: z.object({
      studentIds: z.array(id).min(1, 'Choose a student').max(MAX_LETTERS, `At most ${MAX_LETTERS} at once`),
    }),
    response: 'file',
  }),
  getLetter: endpoint({
    method: 'GET',
    path: '/api/students/{id}/invitation-letter',
    summary: 'The last letter that was printed for a student, without its code; null where none was',
    access: admins,
    params: z.object({ id }),
    response: z.object({ letter: letter.nullable() }),
  }),
  revokeLetter: endpoint({
    method: 'DELETE',
    path: '/api/students/{id}/invitation-letter',
    summary: 'Make the printed code of a student work no more',
    audit: 'invitation-letter.revoked',
    access: changes,
    params: z.object({ id }),
    response: 'none',
  }),
  listJoinRequests: endpoint({
    method: 'GET',
    path: '/api/join-requests',
    summary: 'Requests made with printed letters from confirmed addresses, the oldest first',
    access: admins,
    query: pagingQuery,
    response: z.array(joinRequest),
  }),
  approveJoinRequest: endpoint({
    method: 'POST',
    path: '/api/join-requests/{id}/approval',
    status: 204,
    summary: 'Make the person a guardian of the student and email them an invitation',
    audit: ['join-request.approved', 'guardian.added', 'user.created', 'user.invited'],
    access: { ...admins, sessionOnly: true },
    params: z.object({ id }),
    body: joinApproval,
    response: 'none',
  }),
  declineJoinRequest: endpoint({
    method: 'POST',
    path: '/api/join-requests/{id}/refusal',
    status: 204,
    summary: 'Decline a request; the person is emailed, with the reason where one is given',
    audit: 'join-request.declined',
    access: changes,
    params: z.object({ id }),
    body: joinRefusal,
    response: 'none',
  }),
  requestToJoin: endpoint({
    method: 'POST',
    path: '/api/join',
    status: 204,
    summary: 'Ask for access by the code of a printed letter; an email to the address follows',
    audit: ['join-request.made', 'invitation-letter.used', 'user.invited'],
    rateLimit: 20,
    access: visitors,
    body: newJoinRequest,
    errors: [400],
    response: 'none',
  }),
  confirmJoinRequest: endpoint({
    method: 'POST',
    path: '/api/join/confirmation',
    status: 204,
    summary: 'Confirm the address of a request by the emailed link; staff see the request from then on',
    audit: 'join-request.confirmed',
    unaudited: 'Where it was confirmed before, nothing is changed',
    rateLimit: 60,
    access: { ...visitors, scope: 'tenant' },
    body: z.object({ token: requiredText(200) }),
    errors: [400],
    response: 'none',
  }),
} as const
