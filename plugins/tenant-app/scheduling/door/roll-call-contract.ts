import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { staff } from '../../contract.ts'

export const rollCallKinds = ['evacuation', 'lockdown', 'other'] as const
export type RollCallKind = (typeof rollCallKinds)[number]

/** Points at which children are counted: when it begins, at the assembly site, and on return. */
export const rollCallPoints = ['start', 'site', 'return'] as const
export type RollCallPoint = (typeof rollCallPoints)[number]

/** Marks that one call saves. */
const MAX_MARKS = 500

const child = z.object({ studentId: id, name: z.string() })

export const headCount = z.object({
  id,
  counted: z.number().int(),
  /** Children who are here by the log of the door. */
  hereNow: z.number().int(),
  /** Their names, to find the difference. */
  children: z.array(child),
  at: instant,
})
export type HeadCount = z.infer<typeof headCount>

const rollCallLine = z.object({
  id,
  kind: z.enum(rollCallKinds),
  isDrill: z.boolean(),
  location: z.string(),
  startedBy: z.string().nullable(),
  startedAt: instant,
})

export const rollCall = rollCallLine.extend({
  children: z.array(
    child.extend({
      sessionName: z.string(),
      /** null: not marked at this point. */
      start: z.boolean().nullable(),
      site: z.boolean().nullable(),
      return: z.boolean().nullable(),
    }),
  ),
})
export type RollCall = z.infer<typeof rollCall>

export const newRollCall = z.object({
  /** Made by the device: a roll call that is sent again begins once. */
  id,
  kind: z.enum(rollCallKinds, 'Please select the kind'),
  isDrill: z.boolean(),
  /** Time at which it began by the device; now by default. */
  madeAt: instant.optional(),
  /** Children whom a device without a connection called, beside those who are here by the log of the door. */
  studentIds: z.array(id).max(MAX_MARKS).default([]),
})

const access = { ...staff, whileReadOnly: true } as const
const ofSession = z.object({ id })

export const rollCallContract = {
  countHeads: endpoint({
    method: 'POST',
    path: '/api/sessions/{id}/head-counts',
    summary: 'Save how many children are counted, and compare it with who is here by the log of the door',
    unaudited: 'Head counts keep who counted, and cannot be changed',
    access,
    params: ofSession,
    query: z.object({ meeting: id.optional() }),
    body: z.object({
      id,
      /** Time of the count by the device; now by default. */
      madeAt: instant.optional(),
      counted: z.number('Not a number').int('Not a whole number').min(0, 'At least 0').max(10_000, 'At most 10000'),
    }),
    response: headCount,
  }),
  listRollCalls: endpoint({
    method: 'GET',
    path: '/api/sessions/{id}/roll-calls',
    summary: 'Roll calls that began at a session, the latest first',
    access: staff,
    params: ofSession,
    query: pagingQuery,
    response: z.array(rollCallLine),
  }),
  startRollCall: endpoint({
    method: 'POST',
    path: '/api/sessions/{id}/roll-calls',
    summary:
      'Begin a roll call of every child who is here now, in all sessions at the same place; no family is notified',
    audit: 'roll-call.started',
    unaudited: 'One that is sent again begins once',
    access,
    params: ofSession,
    query: z.object({ meeting: id.optional() }),
    bodyLimit: 100 * 1024,
    body: newRollCall,
    response: rollCall,
  }),
  getRollCall: endpoint({
    method: 'GET',
    path: '/api/roll-calls/{id}',
    summary: 'A roll call with every child and where they were safe',
    access: staff,
    params: ofSession,
    response: rollCall,
  }),
  markRollCall: endpoint({
    method: 'POST',
    path: '/api/roll-calls/{id}/marks',
    summary: 'Mark children safe at a point of a roll call, or take it back',
    unaudited: 'The roll call keeps who marked whom, and cannot be changed',
    access,
    params: ofSession,
    bodyLimit: 200 * 1024,
    body: z.object({
      marks: z
        .array(
          z.object({
            id,
            studentId: id,
            point: z.enum(rollCallPoints),
            isSafe: z.boolean(),
            /** Time of the tap by the device; now by default. */
            madeAt: instant.optional(),
          }),
        )
        .min(1)
        .max(MAX_MARKS, `At most ${MAX_MARKS} at once`),
    }),
    response: rollCall,
  }),
  noteContactView: endpoint({
    method: 'POST',
    path: '/api/roll-calls/{id}/contact-views',
    summary: 'Note in the access log that people to call about a child were shown by the day pack of a device',
    unaudited: 'The access log keeps who looked',
    access,
    params: ofSession,
    body: z.object({ id, studentId: id, madeAt: instant.optional() }),
    response: 'none',
  }),
} as const
