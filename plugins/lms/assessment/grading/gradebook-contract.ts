import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id } from '#core/contract/fields.ts'
import { LIST_CAP, searchQuery } from '#core/contract/paging.ts'
import { tableQuery } from '#core/contract/table-format.ts'
import { contentTypes, type ContentType } from '../../authoring/lessons/contract.ts'
import { graders } from './contract.ts'

/** Types of lessons that are graded. */
export const gradedTypes = [
  'quiz',
  'assessment',
  'assignment',
  'project',
  'discussion',
  'external_tool',
] as const satisfies readonly ContentType[]

/** State of a learner in a lesson: not opened, begun, submitted and awaiting a grade, done, scored too low, or excused. */
export const cellStates = ['none', 'begun', 'waiting', 'done', 'not-passed', 'excused'] as const
export type CellState = (typeof cellStates)[number]

const cell = z.object({
  state: z.enum(cellStates),
  /** Percent; null: no score. */
  score: z.number().nullable(),
})
export type GradebookCell = z.infer<typeof cell>

const lesson = z.object({ id, title: z.string(), contentType: z.enum(contentTypes) })
export type GradebookLesson = z.infer<typeof lesson>

const learner = z.object({
  userId: id,
  name: z.string(),
  /** Percent of the course that is completed. */
  progress: z.number().int(),
  /** Cells in the order of the lessons. */
  cells: z.array(cell),
})
export type GradebookLearner = z.infer<typeof learner>

export const gradebook = z.object({
  course: z.string(),
  /** Lessons of the page. */
  lessons: z.array(lesson),
  totalLessons: z.number().int(),
  learners: z.array(learner),
  totalLearners: z.number().int(),
})
export type Gradebook = z.infer<typeof gradebook>

export const gradebookCourse = z.object({ courseId: id, course: z.string(), learners: z.number().int() })
export type GradebookCourse = z.infer<typeof gradebookCourse>

const count = (least: number, most: number) =>
  z.coerce.number('Not a number').int('Not a whole number').min(least, `At least ${least}`).max(most, `At most ${most}`)

const ofCourse = z.object({ courseId: id })

export const gradebookContract = {
  gradebookCourses: endpoint({
    method: 'GET',
    path: '/api/tenant/gradebook',
    summary: 'Courses with learners whose grades the caller sees, by title',
    access: graders,
    query: searchQuery,
    response: z.array(gradebookCourse),
  }),
  gradebook: endpoint({
    method: 'GET',
    path: '/api/tenant/courses/{courseId}/gradebook',
    summary: 'Who takes a course, by name, with the lessons in which something is at stake; pages of both',
    access: graders,
    params: ofCourse,
    query: searchQuery.extend({
      limit: count(1, LIST_CAP).default(25),
      offset: count(0, 1_000_000_000).default(0),
      lessonLimit: count(1, 200).default(12),
      lessonOffset: count(0, 10_000).default(0),
    }),
    response: gradebook,
  }),
  exportGradebook: endpoint({
    method: 'GET',
    path: '/api/tenant/courses/{courseId}/gradebook/{format}',
    summary: 'The gradebook of all learners and lessons, as CSV or XLSX',
    audit: 'gradebook.exported',
    access: graders,
    params: ofCourse.extend({ format: tableQuery.shape.format.unwrap() }),
    response: 'file',
  }),
  excuseLearner: endpoint({
    method: 'POST',
    path: '/api/tenant/courses/{courseId}/gradebook/excuse',
    summary: 'Excuse a learner from a lesson without a submission: it counts as completed',
    audit: 'grade.excused',
    access: graders,
    params: ofCourse,
    body: z.object({ userId: id, lessonId: id }),
    response: 'none',
  }),
} as const
