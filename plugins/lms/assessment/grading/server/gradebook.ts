import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import { tableFormatNames, type TableFormat } from '#core/contract/table-format.ts'
import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { ownersRead } from '#core/server/database/catalogue.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { countedPage, type FileAnswer, type PagedAnswer } from '#core/server/http/answers.ts'
import { EXPORT_BATCH_SIZE, readBatches } from '#core/server/http/read-batches.ts'
import { tableAnswer } from '#core/server/http/table-answer.ts'
import { countText } from '#core/server/texts.ts'
import { getPublishedCourse } from '../../../authoring/versions/server/published.ts'
import { isVisibleWork } from '../../../shared/server/seen-work.ts'
import {
  gradebookCourse,
  gradedTypes,
  type Gradebook,
  type gradebookContract,
  type GradebookCell,
  type GradebookCourse,
  type GradebookLesson,
} from '../gradebook-contract.ts'

const selectCourses = variants({ viewer: viewers, isSearched: [true, false] }, ({ viewer, isSearched }) =>
  statement(
    gradebookCourse.extend({ total: z.number().int() }),
    `select e.course_id as "courseId", v.title as course, count(*)::int as learners, count(*) over ()::int as total
      from lms_enrollments e
        join lms_courses c on c.owner = e.course_id_owner and c.id = e.course_id
        join lms_course_versions v on v.owner = c.owner and v.course_id = c.id and v.number = c.version
      where e.tenant_id = $tenantId and ${isVisibleWork(viewer, 'e.user_id')}
        ${isSearched ? 'and fold(v.title) like (select containing($search))' : ''}
      group by e.course_id, v.title order by v.title, e.course_id limit $most offset $offset`,
  ),
)

interface Paging {
  search?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** Lists courses with learners whose grades the caller sees, by title. */
export async function listGradebookCourses(
  scope: TenantScope,
  { search = '', limit = LIST_CAP, offset = 0 }: Paging,
): Promise<PagedAnswer<GradebookCourse>> {
  const asked = {
    ...callerOf(scope),
    tenantId: scope.tenantId,
    search,
    most: limit + 1,
    offset,
  }
  const found = await scope.lastRows(selectCourses({ viewer: viewerOf(scope), isSearched: search !== '' }), asked)
  return countedPage(found, { limit, offset })
}

const selectNewestVersion = statement(
  z.object({ versionId: z.uuid() }),
  `select v.id as "versionId" from lms_courses c
      join lms_course_versions v on v.owner = c.owner and v.course_id = c.id and v.number = c.version
    where c.owner = any ($owners) and c.id = $courseId`,
)

/** Reads the newest version of a course and its graded lessons. @throws not-found */
async function getGradedCourse(scope: TenantScope, courseId: string) {
  const [found] = await scope.rows(selectNewestVersion, { owners: ownersRead(scope), courseId })
  if (!found) throw notFound('Course')
  const course = await getPublishedCourse(scope, found.versionId)
  const lessons: GradebookLesson[] = course.lessons
    .filter(({ contentType }) => gradedTypes.some((type) => type === contentType))
    .map(({ id, title, contentType }) => ({ id, title, contentType }))
  return { title: course.title, lessons }
}

/** Letters for a learner's state in an opened lesson, as a row encodes it. */
const letters = { b: 'begun', w: 'waiting', d: 'done', n: 'not-passed', x: 'excused' } as const

const row = z.object({
  userId: z.uuid(),
  name: z.string(),
  progress: z.number().int(),
  /** Progress in opened lessons: position, letter, and the score if there is one, as in '1d85.5 3w'. */
  standings: z.string(),
  total: z.number().int(),
  /** Position of the learner after whom the next page begins. */
  next: z.object({ lastName: z.string(), firstName: z.string(), enrollmentId: z.uuid() }),
})
type Position = z.infer<typeof row>['next']

// One text per learner: thirty thousand cells as rows, or as JSON keyed by lesson id, take at least twice as long.
const selectLearners = variants(
  { viewer: viewers, isSearched: [true, false], isAfter: [true, false] },
  ({ viewer, isSearched, isAfter }) =>
    statement(
      row,
      `with page as (
        select e.tenant_id, e.id, e.user_id, e.cycle, e.progress, u.last_name, u.first_name,
            count(*) over ()::int as total
          from lms_enrollments e join users u on u.tenant_id = e.tenant_id and u.id = e.user_id
          where e.tenant_id = $tenantId and e.course_id = $courseId and ${isVisibleWork(viewer, 'e.user_id')}
            ${isSearched ? 'and u.search like (select containing($search))' : ''}
            ${isAfter ? 'and (u.last_name, u.first_name, e.id) > ($lastName, $firstName, $enrollmentId::uuid)' : ''}
          order by u.last_name, u.first_name, e.id limit $limit offset $offset),
      opened as (
        select g.enrollment_id, string_agg(l.place || case when g.how = 'excused' then 'x' when g.is_awaiting_grade then 'w'
              when g.completed_at is not null then 'd' when g.score is null then 'b' else 'n' end
              || coalesce(g.score::text, ''), ' ') as standings
          from page p
            join lms_lesson_progress g on g.tenant_id = p.tenant_id and g.enrollment_id = p.id and g.cycle = p.cycle
            join unnest($lessonIds::uuid[]) with ordinality l (id, place) on l.id = g.lesson_id
          group by g.enrollment_id)
      select p.user_id as "userId", btrim(p.first_name || ' ' || p.last_name) as name, p.progress, p.total,
          coalesce(o.standings, '') as standings,
          jsonb_build_object('lastName', p.last_name, 'firstName', p.first_name, 'enrollmentId', p.id) as next
        from page p left join opened o on o.enrollment_id = p.id
        order by p.last_name, p.first_name, p.id`,
    ),
)

interface Asked {
  courseId: string
  lessons: readonly GradebookLesson[]
  search: string
  limit: number
  offset: number
  after?: Position | undefined
}

async function listLearners(scope: TenantScope, { courseId, lessons, search, limit, offset, after }: Asked) {
  const asked = {
    ...callerOf(scope),
    tenantId: scope.tenantId,
    courseId,
    lessonIds: lessons.map(({ id }) => id),
    search,
    limit,
    offset,
    ...after,
  }
  const isAfter = after !== undefined
  const found = await scope.rows(selectLearners({ viewer: viewerOf(scope), isSearched: search !== '', isAfter }), asked)
  return {
    next: found.length < limit ? undefined : found.at(-1)?.next,
    total: found[0]?.total ?? 0,
    learners: found.map(({ userId, name, progress, standings }) => ({
      userId,
      name,
      progress,
      cells: toCells(standings, lessons.length),
    })),
  }
}

/** @param standings as a row encodes them @param count of the lessons */
function toCells(standings: string, count: number): GradebookCell[] {
  const cells = Array.from({ length: count }, (): GradebookCell => ({ state: 'none', score: null }))
  for (const [, place, letter, score] of standings.matchAll(/(\d{1,6})([bwdnx])(\S*)/g)) {
    cells[Number(place) - 1] = { state: letters[letter as keyof typeof letters], score: score ? Number(score) : null }
  }
  return cells
}

type GradebookQuery = z.output<typeof gradebookContract.gradebook.query>

/** Reads a page of learners with a page of lessons. @throws not-found if the course does not exist, or was never published */
export async function readGradebook(scope: TenantScope, courseId: string, query: GradebookQuery): Promise<Gradebook> {
  const { search = '', limit, offset, lessonLimit, lessonOffset } = query
  const { title, lessons: all } = await getGradedCourse(scope, courseId)
  const lessons = all.slice(lessonOffset, lessonOffset + lessonLimit)
  const found = await listLearners(scope, { courseId, lessons, search, limit, offset })
  return {
    course: title,
    lessons,
    totalLessons: all.length,
    learners: found.learners,
    totalLearners: found.total,
  }
}

const cellLabels = {
  none: '',
  begun: 'begun',
  waiting: 'waiting for a grade',
  done: 'done',
  'not-passed': 'not passed',
  excused: 'excused',
} as const

/** Exports all learners with all lessons: the score if there is one, and otherwise the state. @throws not-found */
export async function exportGradebook(scope: TenantScope, courseId: string, format: TableFormat): Promise<FileAnswer> {
  const { title, lessons } = await getGradedCourse(scope, courseId)
  const asked = { courseId, lessons, search: '', limit: EXPORT_BATCH_SIZE, offset: 0 }
  const first = await listLearners(scope, asked)
  await record(scope, {
    action: 'gradebook.exported',
    category: 'security',
    description: `Exported the grades of ${countText(first.total, 'learner')} in the course ${title}, as ${tableFormatNames[format]}`,
    resource: 'course',
    resourceId: courseId,
  })
  const { core, tenantId, actor } = scope
  async function* rows() {
    yield first.learners.map(toRow)
    const read = (reading: TenantScope, after: Position) => listLearners(reading, { ...asked, after })
    for await (const { learners } of readBatches(first.next, { core, tenantId, actor, read })) yield learners.map(toRow)
  }
  const headings = ['Learner', 'Progress (%)', ...lessons.map((lesson) => lesson.title)]
  const table = {
    filename: 'gradebook',
    name: title,
    columns: headings.map((heading) => ({ heading })),
    batches: rows(),
  }
  return tableAnswer(format, table, core.clock.now())
}

const toRow = ({ name, progress, cells }: Gradebook['learners'][number]) => [
  name,
  progress,
  ...cells.map(({ state, score }) => score ?? cellLabels[state]),
]
