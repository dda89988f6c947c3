import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { authors } from '../courses/contract.ts'

/** One thing that differs from the version before. */
export const versionChange = z.object({
  /** `order` is that of lessons and chapters, of which nothing else is told. */
  what: z.enum(['course', 'chapter', 'lesson', 'order']),
  did: z.enum(['added', 'removed', 'changed', 'moved']),
  title: z.string(),
  /** Names of what was changed: `title`, `content`. */
  fields: z.array(z.string()),
})
export type VersionChange = z.infer<typeof versionChange>

/** A lesson that nobody can do as it is, and what it lacks. Learners see it; it is not required of them. */
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
  /** null while it was never published. */
  newest: courseVersion.nullable(),
  /** Changes for learners; nothing where it was never published. */
  changes: z.array(versionChange),
  unfinished: z.array(unfinishedLesson),
  /** Lessons of chapters in draft, which publishing leaves out. */
  drafts: z.array(z.object({ id, title: z.string(), chapter: z.string() })),
  /** It should give a certificate, and gives none: nothing is checked by more than a learner's own word. */
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
