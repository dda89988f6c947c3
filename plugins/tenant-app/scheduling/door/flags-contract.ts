import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, text } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { admins } from '../../contract.ts'
import { doorFlags, doorLogEntry } from './contract.ts'

/** Event of the door that a device without a connection recorded, and that no admin has checked yet. */
export const flaggedEvent = doorLogEntry
  .pick({ id: true, studentId: true, studentName: true, at: true, recordedAt: true, userName: true, isUndone: true })
  .extend({
    ...doorLogEntry.pick({ byKind: true, byName: true, calledName: true, reason: true }).shape,
    sessionId: id,
    sessionName: z.string(),
    kind: z.enum(['in', 'out']),
    flag: z.enum(doorFlags),
  })
export type FlaggedEvent = z.infer<typeof flaggedEvent>

export const newCheck = z.object({
  /** Result of the check. */
  note: text(500).default(''),
})

export const doorFlagsContract = {
  listFlaggedEvents: endpoint({
    method: 'GET',
    path: '/api/door/flagged-events',
    summary: 'Arrivals and departures that are flagged and that no admin has checked, the oldest first, counted',
    access: admins,
    query: pagingQuery,
    response: z.array(flaggedEvent),
  }),
  checkFlaggedEvent: endpoint({
    method: 'POST',
    path: '/api/door/flagged-events/{id}/check',
    summary: 'Mark a flagged arrival or departure as checked, with a note; it stays in the log of the door',
    audit: 'pickup.checked',
    access: { ...admins, whileReadOnly: true },
    params: z.object({ id }),
    body: newCheck,
    response: 'none',
  }),
} as const
