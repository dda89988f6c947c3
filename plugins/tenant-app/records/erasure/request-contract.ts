import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, requiredText, text } from '#core/contract/fields.ts'
import { searchQuery } from '#core/contract/paging.ts'
import { admins, staff } from '../../contract.ts'

/** Days within which admins must answer. */
export const ANSWER_DAYS = 30

const signedInAccess = { ...staff, who: 'signed-in' } as const

const request = z.object({
  id,
  /** Student whom the request is about; null for the requester. */
  studentId: id.nullable(),
  words: z.string(),
  askedAt: instant,
  /** Deadline of the answer. */
  dueAt: instant,
})

/** A request of the caller. A granted one is deleted with the data. */
export const ownErasureRequest = request.extend({ isDeclined: z.boolean(), answer: z.string() })
export type OwnErasureRequest = z.infer<typeof ownErasureRequest>

/** A request that awaits an answer. */
export const erasureRequest = request.extend({
  requestedBy: id,
  requestedByName: z.string(),
  /** Name of the student, or of the requester. */
  name: z.string(),
})
export type ErasureRequest = z.infer<typeof erasureRequest>

export const newErasureRequest = z.object({
  /** A child of the caller; null for the caller. */
  studentId: id.nullable().default(null),
  words: text(500).default(''),
})
export type NewErasureRequest = z.output<typeof newErasureRequest>

export const erasureRequestsContract = {
  listOwnErasureRequests: endpoint({
    method: 'GET',
    path: '/api/erasure-requests/own',
    summary: 'What the caller has asked to be erased, and how it was answered',
    access: { ...signedInAccess, sessionOnly: true },
    response: z.array(ownErasureRequest),
  }),
  listErasureRequests: endpoint({
    method: 'GET',
    path: '/api/erasure-requests',
    summary: 'Who asks to be erased and waits for an answer, the oldest first',
    access: { ...admins, sessionOnly: true },
    query: searchQuery.omit({ search: true }),
    response: z.array(erasureRequest),
  }),
  askForErasure: endpoint({
    method: 'POST',
    path: '/api/erasure-requests',
    status: 201,
    summary: 'Request one’s own deletion, or as a guardian a child’s; admins are notified by email',
    audit: 'erasure.requested',
    access: { ...signedInAccess, whileReadOnly: true, sessionOnly: true },
    rateLimit: 10,
    body: newErasureRequest,
    response: ownErasureRequest,
  }),
  declineErasure: endpoint({
    method: 'POST',
    path: '/api/erasure-requests/{id}/decline',
    summary: 'Decline a request with a reason, which is emailed to the requester; granting it is erasing',
    audit: 'erasure.declined',
    access: { ...admins, whileReadOnly: true, sessionOnly: true },
    params: z.object({ id }),
    body: z.object({ answer: requiredText(500, 'Please say why') }),
    response: 'none',
  }),
} as const
