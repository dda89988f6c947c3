import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { staff } from '../contract.ts'

/** What points are for; `before`: what a total held before points were kept one by one. */
const pointsSources = ['challenge', 'session', 'given', 'before'] as const

/** One entry of the ledger of points. The entries of a student add up to the total. */
export const pointsEntry = z.object({
  id,
  /** Negative where points are taken back. */
  points: z.number().int(),
  reason: z.string(),
  source: z.enum(pointsSources),
  /** `taken-back` by a later entry; `taking-back` an earlier one. */
  state: z.enum(['standing', 'taken-back', 'taking-back']),
  givenBy: z.string().nullable(),
  /** Decides in which period the points count. */
  earnedAt: instant,
  /** When it was entered. */
  createdAt: instant,
})
export type PointsEntry = z.infer<typeof pointsEntry>

export const pointsContract = {
  listPoints: endpoint({
    method: 'GET',
    path: '/api/students/{id}/points',
    summary: 'What a student’s total points are made of, what was entered last first',
    access: staff,
    params: z.object({ id }),
    query: pagingQuery,
    response: z.array(pointsEntry),
  }),
} as const
