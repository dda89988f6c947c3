import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { staff } from '../../contract.ts'

/** Periods of the organization's calendar: weeks begin on Monday (spec part 2, section 9). */
export const periods = ['all-time', 'monthly', 'weekly'] as const
export const period = z.enum(periods)
export type Period = z.infer<typeof period>

/** Sources of points; `before`: a total from before points were stored one by one. */
const pointsSources = ['challenge', 'session', 'given', 'before'] as const

/** One entry of the ledger of points. The entries of a student add up to the total, those of a period to its points. */
export const pointsEntry = z.object({
  id,
  /** Negative where points are taken back. */
  points: z.number().int(),
  reason: z.string(),
  source: z.enum(pointsSources),
  /** `taken-back` by a later entry; `taking-back` an earlier one. */
  state: z.enum(['standing', 'taken-back', 'taking-back']),
  /** In which they were earned. */
  sessionName: z.string().nullable(),
  /** null when the platform did it by itself, and for families. */
  givenBy: z.string().nullable(),
  /** Decides in which period the points count; of what takes back, that of what it takes back. */
  earnedAt: instant,
  /** Time at which it was entered. */
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
