import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { ownersRead } from '#core/server/database/catalogue.ts'
import { statement } from '#core/server/database/statement.ts'
import { requireEntitlement } from '#core/server/entitlements.ts'
import { invalidField, notFound } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import type { TenantAppServices } from '#plugins/tenant-app/plugin.ts'
import { logLearning } from '../../catalog/server/learning-log.ts'
import { updateProgress } from '../../catalog/server/update-progress.ts'
import { groupCourse, type GroupCourse } from '../groups-contract.ts'
import { hasRecord } from './queries.ts'

/** Reads groups; undefined while that plugin is off. */
export type Groups = Pick<TenantAppServices, 'getGroupAccounts'> | undefined

interface OfCourse {
  id: string
  courseId: string
}

// A course that is required for students holds its learners as well, and so does another group.
const isHeldByGroupAlone = `x.group_id = $groupId and e.user_id <> all ($userIds::uuid[]) and not ${hasRecord}
  and not exists (select from lms_enrollment_groups o where o.tenant_id = e.tenant_id and o.enrollment_id = e.id
    and o.group_id <> $groupId)
  and not exists (select from lms_course_rules r where r.tenant_id = e.tenant_id and r.course_id = e.course_id
    and r.required_for in ('students', 'everybody'))`

const selectGroupCourses = statement(
  groupCourse,
  `select c.id as "courseId", v.title, n.enrolled, cardinality($userIds::uuid[]) - n.enrolled as missing,
      (select count(*)::int from lms_enrollment_groups x
        join lms_enrollments e on e.tenant_id = x.tenant_id and e.id = x.enrollment_id
        where x.tenant_id = g.tenant_id and e.course_id = g.course_id and ${isHeldByGroupAlone}) as "leftBehind"
    from lms_course_groups g join lms_courses c on c.owner = g.course_id_owner and c.id = g.course_id
      join lms_course_versions v on v.owner = c.owner and v.course_id = c.id and v.number = c.version
      cross join lateral (select count(*)::int as enrolled from lms_enrollments e
        where e.tenant_id = g.tenant_id and e.course_id = g.course_id and e.user_id = any ($userIds::uuid[])) n
    where g.group_id = $groupId and ($courseId::uuid is null or g.course_id = $courseId)
    order by v.title, c.id limit $most offset $offset`,
)

const selectAssignable = statement(
  z.object({ title: z.string() }),
  `select v.title from lms_courses c
      join lms_course_versions v on v.owner = c.owner and v.course_id = c.id and v.number = c.version
      left join lms_course_rules r on r.course_id = c.id
    where c.id = $courseId and c.owner = any ($owners) and c.status = 'published' and c.deleted_at is null
      and v.audience in ('students', 'everybody') and not coalesce(r.is_hidden, false)`,
)

const insertCourseGroup = statement(
  z.object({ id: z.uuid() }),
  `insert into lms_course_groups (group_id, course_id, assigned_at) values ($groupId, $courseId, $now)
    on conflict do nothing returning id`,
)

// Enrollments that other groups hold already are held by this one too; those of learners themselves are not.
const insertEnrollments = statement(
  z.object({ id: z.uuid() }),
  `with made as (
      insert into lms_enrollments (user_id, course_id, version, enrolled_at)
        select u.id, c.id, c.version, $now from unnest($userIds::uuid[]) u (id) cross join lms_courses c
          where c.id = $courseId and c.owner = any ($owners) order by u.id
        on conflict (tenant_id, user_id, course_id) do nothing returning id
    ), held as (
      insert into lms_enrollment_groups (enrollment_id, group_id)
        select id, $groupId::uuid from made
        union select e.id, $groupId::uuid from lms_enrollments e
          join lms_enrollment_groups x on x.tenant_id = e.tenant_id and x.enrollment_id = e.id
          where e.course_id = $courseId and e.user_id = any ($userIds::uuid[])
        on conflict do nothing
    ) select id from made`,
)

const leftBehind = `select e.id from lms_enrollment_groups x
      join lms_enrollments e on e.tenant_id = x.tenant_id and e.id = x.enrollment_id
      where e.course_id = $courseId and ${isHeldByGroupAlone}`

// Activities of a learner in the course lock the enrollment too: the next statement sees their records.
const lockLeftBehind = statement(z.object({ id: z.uuid() }), `${leftBehind} order by e.id for update of e`)

const deleteLeftBehind = statement(
  z.object({ id: z.uuid() }),
  `delete from lms_enrollments where id = any ($ids::uuid[]) and id in (${leftBehind}) returning id`,
)

const deleteCourseGroup = statement(
  z.object({ id: z.uuid() }),
  `with released as (
      delete from lms_enrollment_groups x using lms_enrollments e
        where e.tenant_id = x.tenant_id and e.id = x.enrollment_id and x.group_id = $groupId and e.course_id = $courseId
    )
    delete from lms_course_groups where group_id = $groupId and course_id = $courseId returning id`,
)

/** Builds the acts on the courses of groups. @param groups undefined while that plugin is off, so that no group is found */
export function createGroupCourses(groups: Groups) {
  const readGroup = (scope: TenantScope, id: string) => {
    if (!groups) throw notFound('Group')
    return groups.getGroupAccounts(scope, id)
  }

  async function findCourse(scope: TenantScope, { id: groupId, courseId }: OfCourse): Promise<GroupCourse> {
    const { userIds } = await readGroup(scope, groupId)
    const [found] = await scope.rows(selectGroupCourses, { groupId, userIds, courseId, most: 1, offset: 0 })
    if (!found) throw notFound('Course')
    return found
  }

  /** @returns its title @throws invalid at `courseId` unless it is a published course for students, plan.lacks (403) */
  async function requireAssignable(scope: TenantScope, courseId: string): Promise<string> {
    const [course] = await scope.rows(selectAssignable, { courseId, owners: ownersRead(scope) })
    if (!course) throw invalidField('courseId', 'Choose a published course for students')
    await requireEntitlement(scope, 'course-catalog')
    return course.title
  }

  async function enrollMembers(scope: TenantScope, { id: groupId, courseId }: OfCourse): Promise<number> {
    const { userIds } = await readGroup(scope, groupId)
    const made = await scope.rows(insertEnrollments, {
      groupId,
      courseId,
      userIds,
      owners: ownersRead(scope),
      now: scope.core.clock.now().toISOString(),
    })
    const ids = made.map(({ id }) => id)
    if (ids.length > 0) {
      await logLearning(scope, 'enrolled', ids)
      await updateProgress(scope, ids)
    }
    return ids.length
  }

  const recordAct = async (
    scope: TenantScope,
    of: OfCourse,
    { act, description, ...metadata }: { act: string; description: string; learners?: number },
  ) =>
    record(scope, {
      action: `course.group-${act}`,
      category: 'system',
      description,
      resource: 'course',
      resourceId: of.courseId,
      metadata: { groupId: of.id, ...metadata },
    })

  return {
    async listGroupCourses(
      scope: TenantScope,
      groupId: string,
      { limit = LIST_CAP, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
    ): Promise<PagedAnswer<GroupCourse>> {
      const { userIds } = await readGroup(scope, groupId)
      const values = { groupId, userIds, courseId: null, most: limit + 1, offset }
      return new PagedAnswer(await scope.rows(selectGroupCourses, values), { limit, offset })
    },

    /** @throws not-found for the group, invalid at `courseId` unless it is a published course for students, plan.lacks (403) */
    async assignGroup(scope: TenantScope, id: string, { courseId }: { courseId: string }): Promise<GroupCourse> {
      const of = { id, courseId }
      const { name } = await readGroup(scope, id)
      const title = await requireAssignable(scope, courseId)
      const now = scope.core.clock.now().toISOString()
      const assigned = await scope.rows(insertCourseGroup, { groupId: id, courseId, now })
      const enrolled = await enrollMembers(scope, of)
      if (assigned.length > 0 || enrolled > 0) {
        const description = `Assigned the group ${name} to the course ${title}`
        await recordAct(scope, of, { act: 'assigned', description, learners: enrolled })
      }
      return findCourse(scope, of)
    },

    /** @throws not-found unless the group is assigned to the course, and as `assignGroup` */
    async enrollGroupMembers(scope: TenantScope, id: string, courseId: string): Promise<GroupCourse> {
      const of = { id, courseId }
      await findCourse(scope, of)
      const title = await requireAssignable(scope, courseId)
      const learners = await enrollMembers(scope, of)
      if (learners > 0) {
        await recordAct(scope, of, { act: 'enrolled', description: `Enrolled new members in ${title}`, learners })
      }
      return findCourse(scope, of)
    },

    /** @throws not-found unless the group is assigned to the course */
    async unenrollFormerMembers(scope: TenantScope, id: string, courseId: string): Promise<GroupCourse> {
      const of = { id, courseId }
      const { title } = await findCourse(scope, of)
      const { userIds } = await readGroup(scope, id)
      const values = { groupId: id, courseId, userIds }
      const ids = (await scope.rows(lockLeftBehind, values)).map((one) => one.id)
      const { length: learners } = await scope.rows(deleteLeftBehind, { ...values, ids })
      if (learners > 0) {
        await recordAct(scope, of, {
          act: 'unenrolled',
          description: `Unenrolled former members from ${title}`,
          learners,
        })
      }
      return findCourse(scope, of)
    },

    /** @throws not-found unless the group is assigned to the course */
    async endGroupCourse(scope: TenantScope, id: string, courseId: string): Promise<void> {
      const of = { id, courseId }
      const { title } = await findCourse(scope, of)
      await scope.rows(deleteCourseGroup, { groupId: id, courseId })
      await recordAct(scope, of, { act: 'unassigned', description: `Ended the assignment of a group to ${title}` })
    },
  }
}
