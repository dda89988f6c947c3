import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { childGradeOutcomes } from '../assessment/results/children-contract.ts'
import { contentTypes } from '../authoring/lessons/contract.ts'
import { learners } from '../delivery/catalog/contract.ts'

const lesson = { lessonId: id, title: z.string() }

/** Next step of a student in a course. */
const courseStep = z.discriminatedUnion('type', [
  /** Required, and not begun. */
  z.object({ type: z.literal('enroll') }),
  z.object({
    type: z.literal('lesson'),
    ...lesson,
    contentType: z.enum(contentTypes),
    /** Minutes; 0 where there is no estimate. */
    duration: z.number().int(),
  }),
  /** All that is open is submitted and not graded yet. */
  z.object({ type: z.literal('grade'), ...lesson }),
  z.object({ type: z.literal('locked'), ...lesson, message: z.string() }),
  z.object({ type: z.literal('completed') }),
])

const ownCourse = z.object({
  id,
  title: z.string(),
  language: z.string(),
  /** Per cent of the lessons that count. */
  progress: z.number().int(),
  isRequired: z.boolean(),
  dueOn: z.iso.date().nullable(),
  step: courseStep,
})
export type OwnCourse = z.infer<typeof ownCourse>

const dueWork = z.object({
  courseId: id,
  course: z.string(),
  /** null: the course itself is due. */
  lessonId: id.nullable(),
  /** Empty where the course itself is due. */
  lesson: z.string(),
  /** The end of the day by which it is due. */
  dueAt: instant,
})
export type DueWork = z.infer<typeof dueWork>

const ownFeedback = z.object({
  courseId: id,
  course: z.string(),
  lessonId: id,
  /** Empty: it is not in the version of the course that they take. */
  lesson: z.string(),
  outcome: z.enum(childGradeOutcomes),
  /** Per cent that counts; null where it is not scored. */
  score: z.number().nullable(),
  comment: z.string(),
  gradedBy: z.string(),
  at: instant,
})
export type OwnFeedback = z.infer<typeof ownFeedback>

export const studentHomeContract = {
  studentHome: endpoint({
    method: 'GET',
    path: '/api/tenant/student-home',
    summary: 'Where a student continues, what is due within a week, new feedback, and the own courses',
    access: { ...learners, who: ['student'], hosts: 'tenant' },
    response: z.object({
      /** Open ones first, the last one that was worked on before others. */
      courses: z.array(ownCourse),
      /** Submissions and required courses, overdue ones first. */
      due: z.array(dueWork),
      feedback: z.array(ownFeedback),
    }),
  }),
} as const
export type StudentHome = z.infer<(typeof studentHomeContract)['studentHome']['response']>
