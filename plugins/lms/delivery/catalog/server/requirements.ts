import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { Scope, TenantScope } from '#core/server/core.ts'
import { ownerOf, ownersRead } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { OUTDATED_CODE } from '#core/contract/errors.ts'
import { AppError, invalidField } from '#core/server/errors.ts'
import { getCourse } from '../../../authoring/courses/server/courses.ts'
import type { CourseName } from '../requirements-contract.ts'
import { catalogTables, isOpen, catalogParameters } from './seen.ts'

const named = z.object({ id: z.uuid(), title: z.string() })

// A course that the caller cannot find cannot be completed either, so that it locks nothing.
const selectMissingCourses = statement(
  named,
  `select c.id, v.title ${catalogTables} where c.owner = any ($owners) and ${isOpen} and e.completed_at is null
      and c.id in (select required_id from lms_course_requirements where owner = any ($owners) and course_id = $courseId)
    order by v.title, c.id`,
)

/** Lists prerequisites of a course that the caller has not completed. */
export const listMissingCourses = (scope: TenantScope, courseId: string): Promise<CourseName[]> =>
  scope.rows(selectMissingCourses, { ...catalogParameters(scope), courseId })

// Courses of other owners are shown with their published titles.
const selectRequiredCourses = statement(
  named,
  `select c.id, case when c.owner = $owner then c.title else v.title end as title
    from lms_course_requirements q
    join lms_courses c on c.owner = q.required_id_owner and c.id = q.required_id and c.deleted_at is null
    left join lms_course_versions v on v.owner = c.owner and v.course_id = c.id and v.number = c.version
    where q.owner = $owner and q.course_id = $courseId order by 2, 1`,
)

/** Lists the prerequisites of a course. @throws not-found if there is no such course, or the scope may not write it */
export async function listRequiredCourses(scope: Scope, courseId: string): Promise<CourseName[]> {
  await getCourse(scope, courseId)
  return scope.rows(selectRequiredCourses, { owner: ownerOf(scope), courseId })
}

const selectEligibleCourses = statement(
  named,
  `select c.id, case when c.owner = $owner then c.title else v.title end as title from lms_courses c
    left join lms_course_versions v on v.owner = c.owner and v.course_id = c.id and v.number = c.version
    where c.id <> $courseId and c.deleted_at is null
      and (c.owner = $owner or (c.owner = any ($owners) and c.status = 'published'))
    order by 2, 1 limit 1000`,
)

/** Lists possible prerequisites of a course: those of the same owner, and published ones of the platform. @throws not-found */
export async function listEligibleCourses(scope: Scope, courseId: string): Promise<CourseName[]> {
  await getCourse(scope, courseId)
  return scope.rows(selectEligibleCourses, { owner: ownerOf(scope), owners: ownersRead(scope), courseId })
}

const lockRequirements = statement(
  `select pg_advisory_xact_lock(hashtextextended('lms.requirements:' || $owner::text, 0))`,
)

const selectRequirementEdges = statement(
  z.object({ courseId: z.uuid(), requiredId: z.uuid(), title: z.string() }),
  `select q.course_id as "courseId", q.required_id as "requiredId", c.title from lms_course_requirements q
    join lms_courses c on c.owner = q.owner and c.id = q.course_id
    where q.owner = $owner and q.course_id <> $courseId`,
)

const deleteRequirements = statement(
  `delete from lms_course_requirements where owner = $owner and course_id = $courseId`,
)
const insertRequirements = statement(
  `insert into lms_course_requirements (course_id, required_id) select $courseId, id from unnest($ids::uuid[]) id`,
)

/**
 * Sets the prerequisites of a course, replacing earlier ones; `read` has those that the caller has read.
 * @throws not-found if there is no such course, or the scope may not write it, outdated (409) if the prerequisites have changed
 * since they were read, invalid at `courseIds` for a course that cannot be one, and if courses would wait for each other in a
 * circle, which is named
 */
export async function requireCourses(
  scope: Scope,
  courseId: string,
  ids: readonly string[],
  read?: readonly string[],
): Promise<CourseName[]> {
  const owner = ownerOf(scope)
  const { title } = await getCourse(scope, courseId)
  // Two concurrent halves of a circle must not both be accepted.
  await scope.rows(lockRequirements, { owner })
  const before = await listRequiredCourses(scope, courseId)
  if (read && !isSame(before, read)) {
    throw new AppError(OUTDATED_CODE, 409, 'Someone else changed the prerequisites in the meantime.')
  }
  const wanted = new Set(ids)
  if (isSame(before, ids)) return before
  // One that was archived since may stay.
  const known = new Map([...before, ...(await listEligibleCourses(scope, courseId))].map((one) => [one.id, one.title]))
  if (!ids.every((id) => known.has(id))) throw invalidField('courseIds', 'There is no such course')
  const found = await scope.rows(selectRequirementEdges, { owner, courseId })
  for (const id of ids) {
    const way = findPath(id, courseId, found)
    if (way) {
      const circle = [courseId, ...way].map((one) => (one === courseId ? title : (known.get(one) ?? ''))).join(' → ')
      throw invalidField('courseIds', `These courses would wait for each other: ${circle}`)
    }
  }
  await scope.rows(deleteRequirements, { owner, courseId })
  await scope.rows(insertRequirements, { courseId, ids: [...wanted] })
  const after = await listRequiredCourses(scope, courseId)
  await record(scope, {
    action: 'course.updated',
    category: 'system',
    description: `Changed which courses come before the course ${title}`,
    resource: 'course',
    resourceId: courseId,
    before: { requires: before.map((course) => course.title) },
    after: { requires: after.map((course) => course.title) },
  })
  return after
}

const isSame = (courses: readonly CourseName[], ids: readonly string[]) =>
  courses.length === ids.length && courses.every(({ id }) => ids.includes(id))

type Edge = z.infer<(typeof selectRequirementEdges)['row']>

/** Finds the courses from one to another, each of which requires the next; undefined if there is no path. */
function findPath(from: string, to: string, all: readonly Edge[]): string[] | undefined {
  const cameFrom = new Map<string, string | null>([[from, null]])
  // Iterating over a map includes entries added meanwhile.
  for (const [id] of cameFrom) {
    if (id === to) return tracePath(id, cameFrom)
    for (const { courseId, requiredId } of all) {
      if (courseId === id && !cameFrom.has(requiredId)) cameFrom.set(requiredId, id)
    }
  }
  return undefined
}

function tracePath(id: string, cameFrom: ReadonlyMap<string, string | null>): string[] {
  const before = cameFrom.get(id)
  return before ? [...tracePath(before, cameFrom), id] : [id]
}
