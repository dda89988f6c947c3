import { z } from 'zod'
import { id } from '#core/contract/fields.ts'

/** Maximum number of prerequisites: more than this make a course of their own. */
const MAX_PREREQUISITES = 20

/** Maximum days after enrollment: ten years. */
export const MAX_OPENING_DAYS = 3650

/** Conditions for learners to begin a chapter or a lesson. All of them have to hold; without any it is open. */
export const openingFields = {
  /** First day on which it is open, by the calendar of the learner's organization. */
  opensOn: z.iso.date('Not a valid date').nullable(),
  opensAfterDays: z
    .number('Not a number')
    .int('Not a whole number')
    .min(1, 'At least 1')
    .max(MAX_OPENING_DAYS, `At most ${MAX_OPENING_DAYS}`)
    .nullable(),
  /** Chapters to complete before a chapter, lessons before a lesson. */
  afterIds: z
    .array(id)
    .max(MAX_PREREQUISITES, `At most ${MAX_PREREQUISITES}`)
    .refine((ids) => new Set(ids).size === ids.length, 'Each once'),
}

export const noOpening = {
  opensOn: openingFields.opensOn.default(null),
  opensAfterDays: openingFields.opensAfterDays.default(null),
  afterIds: openingFields.afterIds.default([]),
}

/** Conditions in responses. */
export const opening = z.object({
  opensOn: z.string().nullable(),
  opensAfterDays: z.number().int().nullable(),
  afterIds: z.array(z.string()),
})
export type Opening = z.infer<typeof opening>
