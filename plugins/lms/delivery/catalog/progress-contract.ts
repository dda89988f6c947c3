import { z } from 'zod'
import { id, instant } from '#core/contract/fields.ts'
import { completionWay, lessonFacts, missingReason } from '../../authoring/lessons/kinds/missing-contract.ts'

/** Progress of a learner in a lesson, as the course shows it. */
export const lessonStanding = z.object({
  lessonId: id,
  isCompleted: z.boolean(),
  completedAt: instant.nullable(),
  how: completionWay.nullable(),
})

/** Progress of a learner in a lesson, with the details that the lesson shows. */
export const lessonProgress = lessonStanding.extend({
  openedAt: instant.nullable(),
  /** Last position: seconds of a recording. */
  place: z.number().nullable(),
  page: z.number().int().nullable(),
  secondsSpent: z.number().int(),
  /** Seconds of its recording that were played, as `[from, to]`, merged and in order. */
  watched: z.array(z.tuple([z.number().describe('From'), z.number().describe('To')])),
  facts: lessonFacts,
  /** Missing conditions; empty if it can be marked as completed, or is. */
  missing: z.array(missingReason),
})
export type LessonProgress = z.infer<typeof lessonProgress>
