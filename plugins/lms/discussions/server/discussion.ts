import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { ownersRead } from '#core/server/database/catalogue.ts'
import { callerOf, viewerOf } from '#core/server/database/row-policy.ts'
import { statement } from '#core/server/database/statement.ts'
import { forbidden, notFound } from '#core/server/errors.ts'
import { listLessonLocks, rejectLocked } from '../../delivery/catalog/server/gate.ts'
import { loadReader } from '../../delivery/catalog/server/reader.ts'
import { discussion, type DiscussionDetails } from '../../authoring/lessons/kinds/discussion/contract.ts'
import { getLessonAsks } from '../../authoring/versions/server/contents.ts'
import { getPublishedVersion } from '../../authoring/versions/server/published.ts'
import type { DiscussionStanding } from '../contract.ts'

/** Discussion of a lesson, with the caller's role in it. */
export interface Discussion {
  courseId: string
  lessonId: string
  details: DiscussionDetails
  /** null: the caller moderates it without taking the course. */
  enrollment: { id: string; cycle: number } | null
  /** True for learners, whose posts may be reviewed first. */
  isLearner: boolean
  /** True if threads of others are visible only after the caller's own post. */
  isPostFirst: boolean
  /** False for super admins, who belong to no organization. */
  mayWrite: boolean
}

const place = z.object({
  courseId: z.uuid(),
  enrollmentId: z.uuid().nullable(),
  enrolledAt: z.string().nullable(),
  cycle: z.number().int().nullable(),
  version: z.number().int().nullable(),
})

const placeOf = `select c.id as "courseId", e.id as "enrollmentId", e.enrolled_at as "enrolledAt", e.cycle,
    coalesce(e.version, c.version) as version
  from lms_courses c left join lms_enrollments e on e.tenant_id = $tenantId and e.user_id = $caller and e.course_id = c.id
  where c.owner = any ($owners) and (e.id is not null or c.deleted_at is null) and c.id in (
    select course_id from lms_lesson_contents where lesson_id = $lessonId and owner = any ($owners))`

const selectPlace = statement(place, placeOf)

// A concurrent post from another tab waits, so that both are counted.
const lockEnrollmentRow = statement(
  z.object({ id: z.uuid() }),
  'select id from lms_enrollments where tenant_id = $tenantId and id = $enrollmentId for update',
)

/**
 * Opens the discussion of a lesson for learners of the course and for staff. Each organization has a separate discussion, also
 * in a course of the platform.
 * @param isHeld locks the caller's enrollment until the transaction ends
 * @throws not-found if there is no such lesson for the caller, forbidden (403) if it is locked or they are not enrolled
 */
export async function enterDiscussion(
  scope: TenantScope,
  lessonId: string,
  { isHeld = false }: { isHeld?: boolean } = {},
): Promise<Discussion> {
  const { tenantId } = scope
  const { caller = null } = callerOf(scope)
  const [row] = await scope.rows(selectPlace, { tenantId, caller, owners: ownersRead(scope), lessonId })
  if (!row || row.version === null) throw notFound('Lesson')
  const { courseId, enrollmentId, cycle } = row
  const viewer = viewerOf(scope)
  const isAdmin = viewer === 'tenant_admin' || viewer === 'superadmin'
  if (enrollmentId === null && !isAdmin && viewer !== 'instructor') {
    throw forbidden('Enroll in the course to access lesson content.')
  }
  if (isHeld && enrollmentId !== null) await scope.rows(lockEnrollmentRow, { tenantId, enrollmentId })
  const course = await getPublishedVersion(scope, courseId, row.version)
  const lesson = course.byId.get(lessonId)
  if (lesson?.contentType !== 'discussion') throw notFound('Discussion')
  if (enrollmentId !== null) rejectLocked(listLessonLocks(course, lesson, await loadReader(scope, course, row)))
  const asks = await getLessonAsks(scope, courseId, lesson)
  if (!asks) throw notFound('Discussion')
  const details = discussion.details.parse(asks.details)
  return {
    courseId,
    lessonId,
    details,
    enrollment: enrollmentId === null ? null : { id: enrollmentId, cycle: cycle ?? 1 },
    isLearner: viewer === 'student' || viewer === 'parent',
    isPostFirst: details.postFirst && enrollmentId !== null && !isAdmin,
    mayWrite: viewer !== 'superadmin',
  }
}

const selectStanding = statement(
  z.object({
    posts: z.number().int(),
    replies: z.number().int(),
    waiting: z.number().int(),
    hasShown: z.boolean(),
    hasPosted: z.boolean(),
    heldUntil: z.string().nullable(),
  }),
  `select count(*) filter (where p.state = 'shown' and p.thread_id is null and ($cycle::int is null or p.cycle = $cycle))::int as posts,
      (count(distinct coalesce(t.user_id, t.id)) filter (
        where p.state = 'shown' and ($cycle::int is null or p.cycle = $cycle) and t.user_id is distinct from p.user_id))::int as replies,
      (count(*) filter (where p.state = 'held'))::int as waiting,
      coalesce(bool_or(p.shown_at is not null), false) as "hasShown",
      coalesce(bool_or(p.thread_id is null and p.state <> 'removed' and ($cycle::int is null or p.cycle = $cycle)), false) as "hasPosted",
      (select h.until from lms_writing_holds h
        where h.tenant_id = $tenantId and h.user_id = $caller and h.until > $now::timestamptz) as "heldUntil"
    from lms_posts p left join lms_posts t on t.tenant_id = p.tenant_id and t.id = p.thread_id
    where p.tenant_id = $tenantId and p.user_id = $caller and p.lesson_id = $lessonId`,
)

export interface OwnStanding extends DiscussionStanding {
  /** True if others have seen a post of the caller here. */
  hasShown: boolean
}

/** Reads the caller's standing in a discussion. */
export async function getOwnStanding(scope: TenantScope, { lessonId, ...entered }: Discussion): Promise<OwnStanding> {
  const { caller = null } = callerOf(scope)
  const now = scope.core.clock.now().toISOString()
  // Posts from an earlier cycle count for that cycle, as in the lesson's progress.
  const cycle = entered.enrollment?.cycle ?? null
  const [row] = await scope.rows(selectStanding, { tenantId: scope.tenantId, caller, lessonId, cycle, now })
  if (!row) throw new Error('Figures without groups are one row')
  const { hasPosted, ...own } = row
  const { moderation } = entered.details
  return {
    ...own,
    mustPostFirst: entered.isPostFirst && !hasPosted,
    isLookedAt:
      own.heldUntil !== null ||
      (entered.isLearner && (moderation === 'all' || (moderation === 'first' && !own.hasShown))),
    mayWrite: entered.mayWrite,
  }
}
