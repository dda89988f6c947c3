import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { Scope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { fromMinorUnits } from '#core/contract/money.ts'
import { course, type Course } from '../contract.ts'

const columns = `c.id, c.title, c.description, c.long_description as "longDescription",
  c.instructor_id as "instructorId", (select btrim(u.first_name || ' ' || u.last_name) from users u
    where u.tenant_id = c.tenant_id and u.id = c.instructor_id) as "instructorName", c.price_minor::float8 as price, c.currency,
  c.category, c.difficulty as "difficultyLevel",
  c.duration as "estimatedDuration", c.learning_objectives as "learningObjectives", c.prerequisites, c.tags, c.status,
  c.is_featured as "isFeatured", c.image_url as "imageUrl", c.language, c.audience, c.gives_certificate as "givesCertificate",
  c.certificate_months as "certificateMonths", c.tenant_id is null as "isGlobal",
  l.count as "lessonCount", case when c.duration > 0 then c.duration else l.minutes end as "totalMinutes",
  c.outline_version as "outlineVersion", c.version, c.created_at as "createdAt", c.updated_at as "updatedAt"`

// Spec part 2, section 2.7: the estimate if it is positive, otherwise the sum of the lessons, otherwise 0.
const withLessons = `cross join lateral (
    select count(*)::int as count, coalesce(sum(duration), 0)::int as minutes from lms_lessons
      where owner = c.owner and course_id = c.id and deleted_at is null
  ) l`

const isPresent = 'c.owner = $owner and c.deleted_at is null'

// One owner has few courses: one statement for all filters is fast enough.
const filters = `and ($category::text is null or c.category = $category)
  and ($difficulty::text is null or c.difficulty = $difficulty)
  and ($status::text is null or c.status = $status)`

const selectCourses = variants({ isSearched: [true, false], isPaged: [true, false] }, ({ isSearched, isPaged }) => {
  const where = `where ${isPresent} ${filters} ${isSearched ? 'and c.search like (select containing($search))' : ''}`
  return statement(
    isPaged ? course.extend({ total: z.number().optional() }) : course,
    `select ${columns} ${isPaged ? `, (select count(*) from lms_courses c ${where}) as total` : ''}
      from (select c.* from lms_courses c ${where} order by c.title, c.id limit $most offset $offset) c
        ${withLessons} order by c.title, c.id`,
  )
})

/** Converts the price of a row from minor units. */
const answered = (row: Course): Course => ({ ...row, price: fromMinorUnits(row.price, row.currency) })

interface CourseQuery {
  search?: string | undefined
  category?: string | undefined
  difficulty?: Course['difficultyLevel'] | undefined
  status?: Course['status'] | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/**
 * Lists courses that the scope may write, by title; with the total if the list is paged or complete. Without `limit` at
 * most 1000.
 */
export async function listCourses(scope: Scope, query: CourseQuery): Promise<PagedAnswer<Course>> {
  const { search = '', limit = LIST_CAP, offset = 0 } = query
  const isPaged = query.limit !== undefined || offset > 0
  const found = await scope.lastRows<Course & { total?: number }>(
    selectCourses({ isSearched: search !== '', isPaged }),
    {
      owner: ownerOf(scope),
      search,
      category: query.category ?? null,
      difficulty: query.difficulty ?? null,
      status: query.status ?? null,
      most: limit + 1,
      offset,
    },
  )
  // Beyond the end of the list no row carries the total.
  const none = offset === 0 ? 0 : undefined
  const whole = found.length > limit ? undefined : found.length
  const total = isPaged ? (found[0]?.total ?? none) : whole
  const rows = found.map(({ total: _, ...row }) => answered(row))
  return new PagedAnswer<Course>(rows, { limit, offset, ...(total === undefined ? {} : { total }) })
}

const selectCategories = statement(
  z.object({ category: z.string() }),
  `select distinct c.category from lms_courses c where ${isPresent} and c.category <> '' order by c.category limit ${LIST_CAP}`,
)

/** Lists categories of the courses that the scope may write, including ones that the platform's settings do not have. */
export const listCategories = async (scope: Scope): Promise<string[]> =>
  (await scope.rows(selectCategories, { owner: ownerOf(scope) })).map(({ category }) => category)

const selectCourse = statement(
  course,
  `select ${columns} from lms_courses c ${withLessons} where ${isPresent} and c.id = $id`,
)

/** Reads a course. @throws not-found if there is no such course, or the scope may not write it */
export async function getCourse(scope: Scope, id: string): Promise<Course> {
  const [found] = await scope.rows(selectCourse, { owner: ownerOf(scope), id })
  if (!found) throw notFound('Course')
  return answered(found)
}
