import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { admins, staff } from '../../contract.ts'
import { doorContract, newDoorEvent } from './contract.ts'
import { rollCallContract, rollCallKinds, rollCallPoints } from './roll-call-contract.ts'

/** Entries that one call hands in: of few, since a roll call names up to a thousand students. */
export const MAX_HELD = 20

const ofRollCall = { rollCallId: id, studentId: id }

/** An act at the door, without its id and time. */
const heldAct = z.discriminatedUnion('act', [
  z.object({ act: z.literal('event'), event: newDoorEvent }),
  z.object({ act: z.literal('undo'), studentId: id, eventId: id }),
  z.object({
    act: z.literal('call'),
    studentId: id,
    call: doorContract.logDoorCall.body.pick({ calledName: true, outcome: true }),
  }),
  z.object({ act: z.literal('head-count'), counted: rollCallContract.countHeads.body.shape.counted }),
  z.object({
    act: z.literal('roll-call'),
    kind: z.enum(rollCallKinds),
    isDrill: z.boolean(),
    studentIds: z.array(id).max(1000),
  }),
  z.object({ act: z.literal('roll-mark'), ...ofRollCall, point: z.enum(rollCallPoints), isSafe: z.boolean() }),
  z.object({ act: z.literal('contacts'), ...ofRollCall }),
])
export type HeldAct = z.output<typeof heldAct>

/** An act at the door by an account that was deactivated before it arrived, for an admin to apply or discard. */
export const heldDoorEntry = z.object({
  id,
  sessionId: id,
  sessionName: z.string(),
  /** null: a head count, and the beginning of a roll call. */
  studentName: z.string().nullable(),
  entry: heldAct,
  madeAt: instant,
  makerName: z.string(),
  /** User who was signed in when the device sent it. */
  sentBy: z.string().nullable(),
})
export type HeldDoorEntry = z.infer<typeof heldDoorEntry>

const entryToHold = z.object({
  id,
  /** null for marks of a roll call, which is of a place. */
  sessionId: id.nullable().default(null),
  meetingId: id.nullable().default(null),
  madeAt: instant,
  entry: heldAct,
})

const entriesToHold = z.object({
  /** Id of the account that made them. */
  makerId: id,
  entries: z.array(entryToHold).min(1).max(MAX_HELD, `At most ${MAX_HELD} at once`),
})
export type EntriesToHold = z.output<typeof entriesToHold>

export const heldDoorContract = {
  holdDoorEntries: endpoint({
    method: 'POST',
    path: '/api/held-door-entries',
    summary: 'Hand acts at the door that a deactivated account left on this device to the admins; each is held once',
    audit: 'door.entries-held',
    unaudited: 'Where all of them are held already, nothing is changed',
    access: { ...staff, whileReadOnly: true },
    bodyLimit: 2300 * 1024,
    body: entriesToHold,
    response: 'none',
  }),
  listHeldDoorEntries: endpoint({
    method: 'GET',
    path: '/api/held-door-entries',
    summary: 'Acts at the door of deactivated accounts that no admin has decided on, the oldest first',
    access: admins,
    query: pagingQuery,
    response: z.array(heldDoorEntry),
  }),
  decideHeldDoorEntry: endpoint({
    method: 'POST',
    path: '/api/held-door-entries/{id}/decision',
    summary: 'Apply a held act, which is judged like other late ones, or discard it',
    audit: ['door.held-discarded', 'door.held-applied', 'pickup.flagged', 'pickup.other-adult', 'roll-call.started'],
    access: { ...admins, whileReadOnly: true },
    params: z.object({ id }),
    body: z.object({ decision: z.enum(['applied', 'discarded'], 'Please choose') }),
    response: 'none',
  }),
} as const
