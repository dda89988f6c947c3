import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, text } from '#core/contract/fields.ts'
import { searchQuery } from '#core/contract/paging.ts'
import { roles } from '#core/contract/roles.ts'
import { admins } from '../../delivery/catalog/contract.ts'

/** Factor of a quiz's time limit; null: no limit. */
export const timeFactors = [1, 1.25, 1.5, 2] as const

/** Extra minutes for breaks. */
export const MAX_BREAK_MINUTES = 240

export const accommodation = z.object({
  timeFactor: z
    .union(
      timeFactors.map((factor) => z.literal(factor)),
      'Please select one',
    )
    .nullable(),
  breakMinutes: z
    .number('Not a number')
    .int('Not a whole number')
    .min(0, 'At least 0')
    .max(MAX_BREAK_MINUTES, `At most ${MAX_BREAK_MINUTES}`),
  /** Questions and options in the order of their author. */
  isUnshuffled: z.boolean(),
  isLarger: z.boolean(),
})
export type Accommodation = z.infer<typeof accommodation>

export const accommodatedLearner = z.object({
  userId: id,
  name: z.string(),
  role: z.enum(roles),
  /** null: none, or not opened yet. */
  accommodation: accommodation.extend({ updatedAt: instant }).nullable(),
  /** Platform staff have to open them one by one, with a reason. */
  isHidden: z.boolean(),
})
export type AccommodatedLearner = z.infer<typeof accommodatedLearner>

const ofLearner = z.object({ userId: id })

// Each reading is recorded as a user's look, which a program has not.
const access = { ...admins, sessionOnly: true } as const

export const accommodationsContract = {
  listAccommodations: endpoint({
    method: 'GET',
    path: '/api/tenant/accommodations',
    summary: 'People of the organization by name, with how they take quizzes; why is not kept',
    access,
    query: searchQuery.extend({ granted: z.literal('true').optional() }),
    response: z.array(accommodatedLearner),
  }),
  openAccommodation: endpoint({
    method: 'POST',
    path: '/api/tenant/accommodations/{userId}/views',
    summary: 'Open how a user takes quizzes; super admins write why, and have an hour for changes from then',
    unaudited: 'The ledger of views keeps it, with the reason, and the audit log is read by more people',
    access,
    params: ofLearner,
    body: z.object({ words: text(500).default('') }),
    response: accommodatedLearner,
  }),
  setAccommodation: endpoint({
    method: 'PUT',
    path: '/api/tenant/accommodations/{userId}',
    summary: 'Set how a learner takes every quiz, running attempts included',
    audit: 'assessment.accommodation-set',
    unaudited: 'Where nothing differs, nothing is changed',
    access,
    params: ofLearner,
    body: accommodation,
    response: accommodatedLearner,
  }),
  removeAccommodation: endpoint({
    method: 'DELETE',
    path: '/api/tenant/accommodations/{userId}',
    summary: 'Remove a learner’s accommodations; running attempts keep their time',
    audit: 'assessment.accommodation-removed',
    unaudited: 'Where there is none',
    access,
    params: ofLearner,
    response: 'none',
  }),
} as const
