import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf } from '#core/server/database/row-policy.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, notFound } from '#core/server/errors.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import { updateProgress } from '../../catalog/server/update-progress.ts'
import { logLearning } from '../../catalog/server/learning-log.ts'
import { catalogTables, isInCatalog, catalogParameters } from '../../catalog/server/seen.ts'
import { getKind } from '../../../authoring/lessons/kinds/contract.ts'
import { getPublishedCourse } from '../../../authoring/versions/server/published.ts'
import { attendee, type Attendee } from '../attendance-contract.ts'

interface OfLesson {
  courseId: string
  lessonId: string
}

const selectVersion = statement(
  z.object({ versionId: z.uuid() }),
  `select v.id as "versionId" ${catalogTables} where ${isInCatalog} and c.id = $courseId`,
)

const selectContent = statement(
  z.object({ details: z.record(z.string(), z.unknown()) }),
  `select details from lms_lesson_contents
    where owner = any ($owners) and course_id = $courseId and lesson_id = $lessonId and edition = $edition`,
)

/** @throws not-found if the caller finds no such lesson, or it is no live session */
async function getLiveLesson(scope: TenantScope, { courseId, lessonId }: OfLesson) {
  const seen = catalogParameters(scope)
  const [row] = await scope.rows(selectVersion, { ...seen, courseId })
  const lesson = row && (await getPublishedCourse(scope, row.versionId)).byId.get(lessonId)
  const kind = lesson && getKind(lesson.contentType)
  if (!lesson || !kind?.heldTime) throw notFound('Live session')
  const [written] = await scope.rows(selectContent, {
    owners: seen.owners,
    courseId,
    lessonId,
    edition: lesson.edition,
  })
  if (!written) throw notFound('Live session')
  return { title: lesson.title, held: kind.heldTime(kind.details.parse(written.details), lesson.duration) }
}

// Excludes the caller: users cannot mark themselves present.
const attendeeTables = `from lms_enrollments e join users u on u.id = e.user_id
  left join lms_lesson_progress p on p.tenant_id = e.tenant_id and p.enrollment_id = e.id and p.cycle = e.cycle
    and p.lesson_id = $lessonId
  where e.tenant_id = $tenantId and e.course_id = $courseId and u.is_active
    and e.user_id is distinct from $caller::uuid`

const selectAttendees = statement(
  attendee.extend({ total: z.number() }),
  `select u.id as "userId", trim(u.first_name || ' ' || u.last_name) as name, p.joined_at as "joinedAt",
      coalesce(p.attended_seconds, 0) as attended, coalesce(p.is_marked_present, false) as "isMarkedPresent",
      p.completed_at is not null as "isCompleted", count(*) over () as total
    ${attendeeTables} order by name, u.id limit $most offset $offset`,
)

const toParameters = (scope: TenantScope, { courseId, lessonId }: OfLesson) => ({
  tenantId: scope.tenantId,
  caller: callerOf(scope).caller ?? null,
  courseId,
  lessonId,
})

/** Lists attendees by name. @throws not-found if the caller finds no such live session */
export async function listLiveAttendance(
  scope: TenantScope,
  lesson: OfLesson,
  { limit = LIST_CAP, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<Attendee>> {
  await getLiveLesson(scope, lesson)
  const people = await scope.lastRows(selectAttendees, { ...toParameters(scope, lesson), most: limit + 1, offset })
  return countedPage(people, { limit, offset })
}

// Locks in order of ids: their beats wait, and so do others who mark the same learners.
const lockEnrollments = statement(
  z.object({ id: z.uuid() }),
  `select e.id from lms_enrollments e join users u on u.id = e.user_id
    where e.tenant_id = $tenantId and e.course_id = $courseId and u.is_active and e.user_id = any ($userIds)
      and e.user_id is distinct from $caller::uuid
    order by e.id for update of e`,
)

const upsertPresence = statement(
  z.object({ id: z.uuid() }),
  `insert into lms_lesson_progress as p (enrollment_id, user_id, course_id, lesson_id, cycle, opened_at, last_beat_at,
      credited_until, is_marked_present)
    select e.id, e.user_id, e.course_id, $lessonId, e.cycle, $now, $now, $now, true
      from lms_enrollments e where e.id = any ($ids)
    on conflict (tenant_id, enrollment_id, cycle, lesson_id) do update set is_marked_present = true
      where not p.is_marked_present
    returning p.enrollment_id as id`,
)

// A lesson completed on the learner's word becomes checked now.
const updateCompletedLessons = statement(
  z.object({ id: z.uuid() }),
  `update lms_lesson_progress p set completed_at = coalesce(p.completed_at, $now), how = 'checked'
    from lms_enrollments e
    where e.id = any ($ids) and p.tenant_id = e.tenant_id and p.enrollment_id = e.id and p.cycle = e.cycle
      and p.lesson_id = $lessonId and p.how is distinct from 'checked'
    returning p.enrollment_id as id`,
)

/**
 * Completes a live session for the learners who attended; repeated calls have no further effect.
 * @returns number of learners who were not marked before
 * @throws not-found if the caller finds no such live session, `course.session-not-begun` (409)
 */
export async function markPresent(scope: TenantScope, lesson: OfLesson, userIds: string[]): Promise<number> {
  const { title, held } = await getLiveLesson(scope, lesson)
  const clock = scope.core.clock.now()
  if (!held || clock.getTime() < held.from) {
    throw new AppError('course.session-not-begun', 409, 'The session has not begun yet.')
  }
  const { lessonId } = lesson
  const now = clock.toISOString()
  const people = await scope.rows(lockEnrollments, { ...toParameters(scope, lesson), userIds })
  const present = await scope.rows(upsertPresence, { ids: people.map(({ id }) => id), lessonId, now })
  if (present.length === 0) return 0
  const done = (await scope.rows(updateCompletedLessons, { ids: present.map(({ id }) => id), lessonId, now })).map(
    ({ id }) => id,
  )
  await logLearning(scope, 'completed', done, { lessonId, how: 'checked' })
  await updateProgress(scope, done)
  await record(scope, {
    action: 'course.attendance-marked',
    category: 'system',
    description: `Said who was there at the live session ${title}`,
    resource: 'lesson',
    resourceId: lessonId,
    metadata: { learners: present.length },
  })
  return present.length
}
