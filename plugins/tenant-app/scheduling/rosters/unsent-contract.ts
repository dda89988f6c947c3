import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { admins, staff } from '../../contract.ts'

/** Entries that a device stores until they are sent. */
const unsentKinds = ['marks', 'door', 'points', 'scores'] as const
export type UnsentKind = (typeof unsentKinds)[number]

/** Unsent entries that the browser of a device deleted. */
export const unsentLoss = z.object({
  id,
  userName: z.string(),
  kind: z.enum(unsentKinds),
  count: z.number().int(),
  since: instant,
  reportedAt: instant,
  /** Sessions of that user on the day since which entries were stored. */
  sessions: z.array(z.object({ id, name: z.string() })),
})
export type UnsentLoss = z.infer<typeof unsentLoss>

export const goneEntries = z.object({
  kind: z.enum(unsentKinds),
  reason: z.enum(['lost', 'discarded']),
  count: z.number().int().min(1).max(100_000),
  /** Time at which the oldest was made. */
  since: instant,
})
export type GoneEntries = z.output<typeof goneEntries>

export const unsentContract = {
  reportGoneEntries: endpoint({
    method: 'POST',
    path: '/api/unsent-losses',
    status: 204,
    summary:
      'Report that this device lost entries of the caller before they were sent, or that the caller discards them',
    audit: ['unsent.lost', 'unsent.discarded'],
    unaudited: 'Where this loss is reported already, nothing is changed',
    rateLimit: 30,
    access: { ...staff, whileReadOnly: true },
    body: goneEntries,
    response: 'none',
  }),
  listUnsentLosses: endpoint({
    method: 'GET',
    path: '/api/unsent-losses',
    summary: 'Losses of unsent entries that no admin has checked, the oldest first',
    access: admins,
    query: pagingQuery,
    response: z.array(unsentLoss),
  }),
  checkUnsentLoss: endpoint({
    method: 'POST',
    path: '/api/unsent-losses/{id}/check',
    status: 204,
    summary: 'Mark a loss of unsent entries as checked',
    audit: 'unsent.checked',
    unaudited: 'Where it was checked before, nothing is changed',
    access: { ...admins, whileReadOnly: true },
    params: z.object({ id }),
    response: 'none',
  }),
} as const
