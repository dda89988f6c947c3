import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { staff } from '../../contract.ts'
import { attendance } from './contract.ts'

/** Kinds of changes of a session and its places. `declined`, `accepted` and those of absences are guardians' actions. */
export const sessionChangeKinds = [
  'created',
  'changed',
  'started',
  'completed',
  'cancelled',
  'registered',
  'waitlisted',
  'promoted',
  'removed',
  'declined',
  'accepted',
  'absence-reported',
  'absence-taken-back',
] as const

/** One entry of a session's history: a change, or an entry of the attendance log. */
export const sessionEvent = z.object({
  id,
  kind: z.enum([...sessionChangeKinds, 'marked', 'overruled']),
  /** Names of the changed fields. */
  fields: z.string().array(),
  /** Names of the affected students, by last name. */
  students: z.string().array(),
  /** Attendance of 'marked', and of 'overruled', which another record preceded; null for a removal. */
  mark: attendance.nullable(),
  note: z.string(),
  /** null for the platform itself. */
  actorName: z.string().nullable(),
  occurredAt: instant,
})
export type SessionEvent = z.infer<typeof sessionEvent>

/** Parts of a session's history. */
export const historyParts = ['changes', 'attendance'] as const

export const historyContract = {
  listSessionHistory: endpoint({
    method: 'GET',
    path: '/api/sessions/{id}/history',
    summary: 'What happened to a session, its places and its attendance, newest first; 50 unless said otherwise',
    access: staff,
    params: z.object({ id }),
    query: pagingQuery.extend({ part: z.enum(historyParts).optional() }),
    response: z.array(sessionEvent),
  }),
} as const
