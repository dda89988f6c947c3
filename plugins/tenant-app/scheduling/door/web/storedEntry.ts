import { z } from 'zod'
import { id, instant } from '#core/contract/fields.ts'
import { doorContract, newDoorEvent } from '../contract.ts'
import { rollCallKinds, rollCallPoints } from '../roll-call-contract.ts'

const stored = z.object({
  id,
  /** Time by the server's clock as the device knows it. */
  madeAt: instant,
  /** Why the server refuses it; empty while it waits. */
  refusal: z.string(),
  /** 'Ada King: released to Maria Ortiz' */
  what: z.string(),
})

const entry = stored.extend({ sessionId: id, meetingId: id })

const calledChild = z.object({ studentId: id, name: z.string(), sessionName: z.string() })

/** An act at the door as it is kept on the device until it is saved. */
export const storedEntry = z.discriminatedUnion('act', [
  entry.extend({ act: z.literal('event'), event: newDoorEvent }),
  entry.extend({ act: z.literal('undo'), studentId: id, eventId: id }),
  entry.extend({
    act: z.literal('call'),
    studentId: id,
    call: doorContract.logDoorCall.body.pick({ calledName: true, outcome: true }),
  }),
  entry.extend({ act: z.literal('head-count'), counted: z.number().int() }),
  entry.extend({
    act: z.literal('roll-call'),
    kind: z.enum(rollCallKinds),
    isDrill: z.boolean(),
    location: z.string(),
    children: z.array(calledChild),
  }),
  stored.extend({
    act: z.literal('roll-mark'),
    rollCallId: id,
    studentId: id,
    point: z.enum(rollCallPoints),
    isSafe: z.boolean(),
  }),
  stored.extend({ act: z.literal('contacts'), rollCallId: id, studentId: id }),
])
export type StoredEntry = z.output<typeof storedEntry>

/** An entry of one act. */
export type EntryOf<Act extends StoredEntry['act']> = Extract<StoredEntry, { act: Act }>
