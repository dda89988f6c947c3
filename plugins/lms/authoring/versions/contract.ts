import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { authors } from '../courses/contract.ts'

/** Change since the version before. */
export const versionChange = z.object({
  /** `order` covers lessons and chapters, without further details. */
  what: z.enum(['course', 'chapter', 'lesson', 'order']),
  did: z.enum(['added', 'removed', 'changed', 'moved']),
  title: z.string(),
  /** Names of the changed fields: `title`, `content`. */
  fields: z.array(z.string()),
})
export type VersionChange = z.infer<typeof versionChange>

/** Lesson that cannot be completed as it is, with its missing parts. Learners see it; it is not required. */
const unfinishedLesson = z.object({ id, title: z.string(), reasons: z.array(z.string()) })

export const courseVersion = z.object({
  number: z.number().int(),
  publishedAt: instant,
  lessonCount: z.number().int(),
  totalMinutes: z.number().int(),
  changes: z.array(versionChange),
})
export type CourseVersion = z.infer<typeof courseVersion>

export const publication = z.object({
  /** null: never published. */
  newest: courseVersion.nullable(),
  /** Changes for learners; empty if it was never published. */
  changes: z.array(versionChange),
  unfinished: z.array(unfinishedLesson),
  /** Lessons of chapters in draft, which publishing leaves out. */
  drafts: z.array(z.object({ id, title: z.string(), chapter: z.string() })),
  /** True if the course should give a certificate and cannot: all of its lessons rely on a learner's own word. */
  isWithoutProof: z.boolean(),
})
export type Publication = z.infer<typeof publication>

export const versionsContract = {
  getPublication: endpoint({
    method: 'GET',
    path: '/api/lms/courses/{id}/publication',
    summary: 'What learners have of a course, and what publishing would change for them',
    access: authors,
    params: z.object({ id }),
    response: publication,
  }),
  listVersions: endpoint({
    method: 'GET',
    path: '/api/lms/courses/{id}/versions',
    summary: 'Published versions of a course, the newest first, each with what it changed',
    access: authors,
    params: z.object({ id }),
    query: pagingQuery,
    response: z.array(courseVersion),
  }),
} as const
