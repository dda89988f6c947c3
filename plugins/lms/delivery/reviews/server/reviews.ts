import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import { record } from '#core/server/audit.ts'
import type { Scope, TenantScope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { callerOf } from '#core/server/database/row-policy.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, invalidField, notFound } from '#core/server/errors.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import type { TenantAppServices } from '#plugins/tenant-app/plugin.ts'
import { catalogTables, isInCatalog, catalogParameters } from '../../catalog/server/seen.ts'
import { getCourse } from '../../../authoring/courses/server/courses.ts'
import { MIN_COMMENT_AGE, review, type NewReview, type OwnReview, type Review } from '../contract.ts'
import { ReviewModel } from './review.ts'

/** Finds users whom the caller must not meet; undefined while that plugin is off. */
type Separation = Pick<TenantAppServices, 'listSeparatedFromCaller'> | undefined

/** Service that knows ages; undefined while that plugin is off. */
type Ages = Pick<TenantAppServices, 'ageOf'> | undefined

const columns = `w.id, w.stars, w.comment, u.role, w.updated_at as "updatedAt",
  w.user_id is not distinct from $caller::uuid as "isOwn"`

const reviewsWithAuthor = `from lms_course_reviews w join users u on u.id = w.user_id`

const selectOrganizationReviews = statement(
  review.extend({ total: z.number() }),
  `select ${columns}, count(*) over () as total ${reviewsWithAuthor} where w.tenant_id = $tenantId and w.course_id = $courseId
      and w.user_id <> all ($separated::uuid[])
    order by w.created_at desc, w.id limit $most offset $offset`,
)

// Covers all organizations for a course of the platform.
const selectAuthorReviews = statement(
  review.extend({ total: z.number() }),
  `select ${columns}, count(*) over () as total ${reviewsWithAuthor} where w.course_id_owner = $owner and w.course_id = $courseId
    order by w.created_at desc, w.id limit $most offset $offset`,
)

interface Paging {
  limit?: number | undefined
  offset?: number | undefined
}

const selectStanding = statement(
  z.object({ title: z.string(), version: z.number().int(), mayReview: z.boolean() }),
  `select v.title, v.number as version, coalesce(e.completed_at is not null or e.cycle > 1, false) as "mayReview"
    ${catalogTables} where ${isInCatalog} and c.id = $courseId`,
)

/** @throws not-found if the caller finds no such course */
async function getStanding(scope: TenantScope, courseId: string) {
  const [course] = await scope.rows(selectStanding, { ...catalogParameters(scope), courseId })
  if (!course) throw notFound('Course')
  return course
}

/** Lists reviews, newest first. @throws not-found if the caller finds no such course */
export async function listReviews(
  scope: TenantScope,
  courseId: string,
  { limit = LIST_CAP, offset = 0 }: Paging,
  people: Separation,
): Promise<PagedAnswer<Review>> {
  await getStanding(scope, courseId)
  const separated = (await people?.listSeparatedFromCaller(scope)) ?? []
  const asked = { ...toCallerParameters(scope), tenantId: scope.tenantId, courseId, separated, most: limit + 1, offset }
  return toPage(await scope.lastRows(selectOrganizationReviews, asked), { limit, offset })
}

/**
 * Lists reviews across all organizations, newest first.
 * @throws not-found if there is no such course, or the scope may not write it
 */
export async function listAuthoredReviews(
  scope: Scope,
  courseId: string,
  { limit = LIST_CAP, offset = 0 }: Paging,
): Promise<PagedAnswer<Review>> {
  await getCourse(scope, courseId)
  const asked = { ...toCallerParameters(scope), owner: ownerOf(scope), courseId, most: limit + 1, offset }
  return toPage(await scope.lastRows(selectAuthorReviews, asked), { limit, offset })
}

function toPage(
  said: (Review & { total: number })[],
  { limit, offset }: { limit: number; offset: number },
): PagedAnswer<Review> {
  return countedPage(said, { limit, offset })
}

const selectOwnReview = statement(
  review,
  `select ${columns} ${reviewsWithAuthor} where w.tenant_id = $tenantId and w.course_id = $courseId and w.user_id = $caller::uuid`,
)

async function getOwn(scope: TenantScope, courseId: string): Promise<Review | undefined> {
  return (await scope.rows(selectOwnReview, { ...toCallerParameters(scope), tenantId: scope.tenantId, courseId }))[0]
}

/** Reads the caller's review. @throws not-found if they find no such course */
export async function getOwnReview(scope: TenantScope, courseId: string, ages: Ages): Promise<OwnReview> {
  const { mayReview } = await getStanding(scope, courseId)
  return {
    review: (await getOwn(scope, courseId)) ?? null,
    mayReview,
    mayComment: mayReview && (await mayComment(scope, ages)),
  }
}

/** Checks if the caller may comment: not if they are a student who is not known to be old enough. */
async function mayComment(scope: TenantScope, ages: Ages): Promise<boolean> {
  const { user } = scope.actor
  if (!user) return false
  if (user.role !== 'student') return true
  return ((await ages?.ageOf(scope, user.id)) ?? 0) >= MIN_COMMENT_AGE
}

/**
 * Saves the caller's review, replacing an earlier one.
 * @throws not-found if the caller finds no such course, `course.not-completed` (409), invalid at `comment` if the caller is too
 * young to comment
 */
export async function setReview(
  scope: TenantScope,
  courseId: string,
  { stars, comment }: NewReview,
  ages: Ages,
): Promise<Review> {
  const { version, mayReview } = await getStanding(scope, courseId)
  if (!mayReview) throw new AppError('course.not-completed', 409, 'Complete the course before you rate it.')
  if (comment !== '' && !(await mayComment(scope, ages))) {
    throw invalidField('comment', `Comments are for people of ${MIN_COMMENT_AGE} and older: your stars count as well`)
  }
  const now = scope.core.clock.now().toISOString()
  const { caller: userId = '' } = callerOf(scope)
  await ReviewModel.query(scope.trx)
    .insert({ userId, courseId, stars, comment, version, createdAt: now, updatedAt: now })
    .onConflict(['tenantId', 'userId', 'courseId'])
    .merge(['stars', 'comment', 'version', 'updatedAt'])
  const said = await getOwn(scope, courseId)
  if (!said) throw new Error('A review that was written is there')
  return said
}

/** Deletes the caller's review, if there is one. @throws not-found if the caller finds no such course */
export async function withdrawReview(scope: TenantScope, courseId: string): Promise<void> {
  await getStanding(scope, courseId)
  const said = await getOwn(scope, courseId)
  if (said) await ReviewModel.query(scope.trx).deleteById(said.id)
}

const selectReview = statement(
  z.object({ title: z.string(), courseId: z.uuid(), stars: z.number().int() }),
  `select c.title, w.course_id as "courseId", w.stars from lms_course_reviews w
    join lms_courses c on c.owner = w.course_id_owner and c.id = w.course_id
    where w.tenant_id = $tenantId and w.id = $id`,
)

/** Removes a review. @throws not-found */
export async function removeReview(scope: TenantScope, id: string): Promise<void> {
  const [said] = await scope.rows(selectReview, { tenantId: scope.tenantId, id })
  if (!said) throw notFound('Review')
  await ReviewModel.query(scope.trx).deleteById(id)
  await record(scope, {
    action: 'course.review-removed',
    category: 'system',
    description: `Removed a review of the course ${said.title}`,
    resource: 'course',
    resourceId: said.courseId,
    before: { stars: said.stars },
  })
}

const toCallerParameters = (scope: Scope) => ({ caller: callerOf(scope).caller ?? null })
