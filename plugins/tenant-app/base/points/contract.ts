import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { staff } from '../../contract.ts'

/** Periods of the organization's calendar: weeks begin on Monday (spec part 2, section 9). */
export const periods = ['all-time', 'monthly', 'weekly'] as const
export const period = z.enum(periods)
export type Period = z.infer<typeof period>

/** Sources of points; `before`: a total from before single entries were stored. */
const pointsSources = ['challenge', 'session', 'given', 'before'] as const

/** One entry of the points ledger. The sum of a student's entries is the total, the sum of a period's entries its points. */
export const pointsEntry = z.object({
  id,
  /** Points of the entry, negative in a reversal. */
  points: z.number().int(),
  reason: z.string(),
  source: z.enum(pointsSources),
  /** `taken-back`: reversed by a later entry; `taking-back`: reverses an earlier one. */
  state: z.enum(['standing', 'taken-back', 'taking-back']),
  /** Name of the session in which they were earned. */
  sessionName: z.string().nullable(),
  /** Name of the user; null for the platform itself, and in answers to families. */
  givenBy: z.string().nullable(),
  /** Decides in which period the points count; a reversal has the time of the entry that it reverses. */
  earnedAt: instant,
  /** Time at which the entry was added. */
  createdAt: instant,
})
export type PointsEntry = z.infer<typeof pointsEntry>

export const pointsContract = {
  listPoints: endpoint({
    method: 'GET',
    path: '/api/students/{id}/points',
    summary:
      'What a student’s points are made of, in all or in a period, the latest earned first; for staff, the guardians who see the student, and the student',
    access: { ...staff, who: [...staff.who, 'parent', 'student'] },
    params: z.object({ id }),
    query: pagingQuery.extend({ period: period.default('all-time') }),
    response: z.array(pointsEntry),
  }),
} as const
