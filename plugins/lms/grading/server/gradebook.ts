import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import { csvLine } from '#core/server/csv.ts'
import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { ownersRead } from '#core/server/database/catalogue.ts'
import { containing } from '#core/server/database/like.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { countedPage, FileAnswer, type PagedAnswer } from '#core/server/http/answers.ts'
import { counted } from '#core/server/words.ts'
import { publishedCourse } from '../../versions/server/published.ts'
import { seenWork } from '../../work/server/seen-work.ts'
import {
  gradebookCourse,
  gradedTypes,
  type Gradebook,
  type gradebookContract,
  type GradebookCell,
  type GradebookCourse,
  type GradebookLesson,
} from '../gradebook-contract.ts'

const courses = variants({ viewer: viewers, isSearched: [true, false] }, ({ viewer, isSearched }) =>
  statement(
    gradebookCourse.extend({ total: z.number().int() }),
    `select e.course_id as "courseId", v.title as course, count(*)::int as learners, count(*) over ()::int as total
      from lms_enrollments e
        join lms_courses c on c.owner = e.course_id_owner and c.id = e.course_id
        join lms_course_versions v on v.owner = c.owner and v.course_id = c.id and v.number = c.version
      where e.tenant_id = $tenantId and ${seenWork(viewer, 'e.user_id')}
        ${isSearched ? 'and lower(v.title) like lower($pattern)' : ''}
      group by e.course_id, v.title order by v.title, e.course_id limit $most offset $offset`,
  ),
)

interface Paging {
  search?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** Courses that somebody takes whose grades the caller sees, by title. */
export async function gradebookCourses(
  scope: TenantScope,
  { search = '', limit = LIST_CAP, offset = 0 }: Paging,
): Promise<PagedAnswer<GradebookCourse>> {
  const asked = {
    ...callerOf(scope),
    tenantId: scope.tenantId,
    pattern: containing(search),
    most: limit + 1,
    offset,
  }
  const found = await scope.lastRows(courses({ viewer: viewerOf(scope), isSearched: search !== '' }), asked)
  return countedPage(found, { limit, offset })
}

const newest = statement(
  z.object({ versionId: z.uuid() }),
  `select v.id as "versionId" from lms_courses c
      join lms_course_versions v on v.owner = c.owner and v.course_id = c.id and v.number = c.version
    where c.owner = any ($owners) and c.id = $courseId`,
)

/** The newest version of a course and those lessons of it in which something is at stake. @throws not-found */
async function gradedCourse(scope: TenantScope, courseId: string) {
  const [found] = await scope.rows(newest, { owners: ownersRead(scope), courseId })
  if (!found) throw notFound('Course')
  const course = await publishedCourse(scope, found.versionId)
  const lessons: GradebookLesson[] = course.lessons
    .filter(({ contentType }) => gradedTypes.some((type) => type === contentType))
    .map(({ id, title, contentType }) => ({ id, title, contentType }))
  return { title: course.title, lessons }
}

/** Score, and whether a grade is awaited, it is complete, excused. */
const standing = z.tuple([z.number().nullable(), z.boolean(), z.boolean(), z.boolean()])

const row = z.object({
  userId: z.uuid(),
  name: z.string(),
  progress: z.number().int(),
  /** By lesson. */
  standings: z.record(z.string(), standing),
  total: z.number().int(),
})

// One JSON for each learner: a row for each cell would cost ten times as much to read.
const learners = variants({ viewer: viewers, isSearched: [true, false] }, ({ viewer, isSearched }) =>
  statement(
    row,
    `with page as (
        select e.tenant_id, e.id, e.user_id, e.cycle, e.progress, u.last_name, u.first_name,
            count(*) over ()::int as total
          from lms_enrollments e join users u on u.tenant_id = e.tenant_id and u.id = e.user_id
          where e.tenant_id = $tenantId and e.course_id = $courseId and ${seenWork(viewer, 'e.user_id')}
            ${isSearched ? 'and u.search like lower($pattern)' : ''}
          order by u.last_name, u.first_name, e.id limit $limit offset $offset)
      select p.user_id as "userId", btrim(p.first_name || ' ' || p.last_name) as name, p.progress, p.total,
          coalesce(s.standings, '{}') as standings
        from page p left join lateral (
          -- Not jsonb, which would order thirty thousand keys and say them again as text.
          select json_object_agg(g.lesson_id, json_build_array(g.score, g.is_awaiting_grade,
              g.completed_at is not null, coalesce(g.how = 'excused', false))) as standings
            from lms_lesson_progress g
            where g.tenant_id = p.tenant_id and g.enrollment_id = p.id and g.cycle = p.cycle
              and g.lesson_id = any ($lessonIds)) s on true
        order by p.last_name, p.first_name, p.id`,
  ),
)

interface Asked {
  courseId: string
  lessons: readonly GradebookLesson[]
  search: string
  limit: number
  offset: number
}

async function learnersOf(scope: TenantScope, { courseId, lessons, search, limit, offset }: Asked) {
  const asked = {
    ...callerOf(scope),
    tenantId: scope.tenantId,
    courseId,
    lessonIds: lessons.map(({ id }) => id),
    pattern: containing(search),
    limit,
    offset,
  }
  const found = await scope.rows(learners({ viewer: viewerOf(scope), isSearched: search !== '' }), asked)
  return {
    total: found[0]?.total ?? 0,
    learners: found.map(({ userId, name, progress, standings }) => ({
      userId,
      name,
      progress,
      cells: lessons.map(({ id }) => cellOf(standings[id])),
    })),
  }
}

function cellOf(known: z.infer<typeof standing> | undefined): GradebookCell {
  if (!known) return { state: 'none', score: null }
  const [score, isAwaited, isComplete, isExcused] = known
  if (isExcused) return { state: 'excused', score }
  if (isAwaited) return { state: 'waiting', score }
  if (isComplete) return { state: 'done', score }
  return { state: score === null ? 'begun' : 'not-passed', score }
}

type GradebookQuery = z.output<typeof gradebookContract.gradebook.query>

/** A page of learners with a page of lessons. @throws not-found where there is no such course, or it was never published */
export async function readGradebook(scope: TenantScope, courseId: string, query: GradebookQuery): Promise<Gradebook> {
  const { search = '', limit, offset, lessonLimit, lessonOffset } = query
  const { title, lessons: all } = await gradedCourse(scope, courseId)
  const lessons = all.slice(lessonOffset, lessonOffset + lessonLimit)
  const found = await learnersOf(scope, { courseId, lessons, search, limit, offset })
  return {
    course: title,
    lessons,
    totalLessons: all.length,
    learners: found.learners,
    totalLearners: found.total,
  }
}

/** Learners of one file. */
const MOST_EXPORTED = 10_000

const words = {
  none: '',
  begun: 'begun',
  waiting: 'waiting for a grade',
  done: 'done',
  'not-passed': 'not passed',
  excused: 'excused',
} as const

/** Everybody with all lessons: the score where there is one, and otherwise how they stand. @throws not-found */
export async function exportGradebook(scope: TenantScope, courseId: string): Promise<FileAnswer> {
  const { title, lessons } = await gradedCourse(scope, courseId)
  const asked = { courseId, lessons, search: '', limit: MOST_EXPORTED, offset: 0 }
  const { learners: people } = await learnersOf(scope, asked)
  const lines = [
    csvLine(['Learner', 'Progress (%)', ...lessons.map((lesson) => lesson.title)]),
    ...people.map(({ name, progress, cells }) =>
      csvLine([name, progress, ...cells.map(({ state, score }) => score ?? words[state])]),
    ),
  ]
  await record(scope, {
    action: 'gradebook.exported',
    category: 'security',
    description: `Exported the grades of ${counted(people.length, 'learner')} in the course ${title}, as CSV`,
    resource: 'course',
    resourceId: courseId,
  })
  return new FileAnswer('text/csv; charset=utf-8', Buffer.from(lines.join('')), {
    'content-disposition': 'attachment; filename="gradebook.csv"',
  })
}
