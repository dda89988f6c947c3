import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { staff } from '../../contract.ts'
import { session } from '../sessions/contract.ts'
import { repeat } from './contract.ts'

/** Fields that a session of a series can have of its own and reset to the series; the time is one. */
export const ownFields = [
  'name',
  'description',
  'projectId',
  'instructorId',
  'maxParticipants',
  'location',
  'time',
] as const
export type OwnField = (typeof ownFields)[number]

const neighbour = session.pick({ id: true, startDate: true, endDate: true, status: true })

/** A session within its series. */
export const sessionSeries = z.object({
  id,
  name: z.string(),
  timeZone: z.string(),
  /** Rule from the next session on, always with `lastDay`; `count` is null. */
  repeat,
  /** Position of the session among all of its series, including canceled ones, from 1. */
  position: z.number().int(),
  total: z.number().int(),
  previous: neighbour.nullable(),
  next: neighbour.nullable(),
  /** Fields that were changed for this session only. */
  own: z.array(z.enum(ownFields)),
  /** The session with the series' values. */
  planned: session.pick({
    name: true,
    description: true,
    projectId: true,
    projectTitle: true,
    instructorId: true,
    instructorName: true,
    maxParticipants: true,
    location: true,
    startDate: true,
    endDate: true,
  }),
})
export type SessionSeries = z.infer<typeof sessionSeries>

const ofSession = z.object({ id })

export const sessionSeriesContract = {
  getSessionSeries: endpoint({
    method: 'GET',
    path: '/api/sessions/{id}/series',
    summary: 'The series of a session: its rule, the place of the session in it, and what the session has for itself',
    access: staff,
    params: ofSession,
    response: sessionSeries,
  }),
  listSeriesSessions: endpoint({
    method: 'GET',
    path: '/api/sessions/{id}/series/sessions',
    summary: 'All sessions of the series of a session, in order',
    access: staff,
    params: ofSession,
    response: z.array(neighbour),
  }),
  resetSession: endpoint({
    method: 'POST',
    path: '/api/sessions/{id}/series/reset',
    summary: 'Let a session to come take from its series again what was changed for it alone',
    audit: ['session.reset', 'session.updated', 'project.earmarked'],
    access: staff,
    params: ofSession,
    body: z.object({
      fields: z.array(z.enum(ownFields)).min(1, 'Choose what to reset').max(ownFields.length),
      /** Version that was read: a concurrent change by another user is a conflict. */
      updatedAt: instant.optional(),
    }),
    response: session,
  }),
} as const
