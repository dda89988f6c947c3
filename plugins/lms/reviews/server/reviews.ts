import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import { record } from '#core/server/audit.ts'
import type { Scope, TenantScope } from '#core/server/core.ts'
import { ownerOf } from '#core/server/database/catalogue.ts'
import { callerOf } from '#core/server/database/row-policy.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, invalidField, notFound } from '#core/server/errors.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import type { TenantAppServices } from '#plugins/tenant-app/server/plugin.ts'
import { catalogued, found, seenBy } from '../../catalog/server/seen.ts'
import { getCourse } from '../../courses/server/courses.ts'
import { COMMENT_AGE, review, type NewReview, type OwnReview, type Review } from '../contract.ts'
import { ReviewModel } from './review.ts'

/** Tells whom the caller must not meet; undefined where that plugin is off. */
type Separation = Pick<TenantAppServices, 'listSeparatedFromCaller'> | undefined

/** Service that knows ages; undefined where that plugin is off. */
type Ages = Pick<TenantAppServices, 'ageOf'> | undefined

const columns = `w.id, w.stars, w.comment, u.role, w.updated_at as "updatedAt",
  w.user_id is not distinct from $caller::uuid as "isOwn"`

const reviewed = `from lms_course_reviews w join users u on u.id = w.user_id`

const inOrganization = statement(
  review.extend({ total: z.number() }),
  `select ${columns}, count(*) over () as total ${reviewed} where w.tenant_id = $tenantId and w.course_id = $courseId
      and w.user_id <> all ($separated::uuid[])
    order by w.created_at desc, w.id limit $most offset $offset`,
)

// Of a course of the platform those of all organizations.
const ofAuthor = statement(
  review.extend({ total: z.number() }),
  `select ${columns}, count(*) over () as total ${reviewed} where w.course_id_owner = $owner and w.course_id = $courseId
    order by w.created_at desc, w.id limit $most offset $offset`,
)

interface Paging {
  limit?: number | undefined
  offset?: number | undefined
}

const standing = statement(
  z.object({ title: z.string(), version: z.number().int(), mayReview: z.boolean() }),
  `select v.title, v.number as version, coalesce(e.completed_at is not null or e.cycle > 1, false) as "mayReview"
    ${catalogued} where ${found} and c.id = $courseId`,
)

/** @throws not-found where the caller finds no such course */
async function standingIn(scope: TenantScope, courseId: string) {
  const [course] = await scope.rows(standing, { ...seenBy(scope), courseId })
  if (!course) throw notFound('Course')
  return course
}

/** The newest first. @throws not-found where the caller finds no such course */
export async function listReviews(
  scope: TenantScope,
  courseId: string,
  { limit = LIST_CAP, offset = 0 }: Paging,
  people: Separation,
): Promise<PagedAnswer<Review>> {
  await standingIn(scope, courseId)
  const separated = (await people?.listSeparatedFromCaller(scope)) ?? []
  const asked = { ...ofCaller(scope), tenantId: scope.tenantId, courseId, separated, most: limit + 1, offset }
  return paged(await scope.lastRows(inOrganization, asked), { limit, offset })
}

/**
 * Lists reviews across all organizations, the newest first.
 * @throws not-found where the scope may write no such course
 */
export async function authoredReviews(
  scope: Scope,
  courseId: string,
  { limit = LIST_CAP, offset = 0 }: Paging,
): Promise<PagedAnswer<Review>> {
  await getCourse(scope, courseId)
  const asked = { ...ofCaller(scope), owner: ownerOf(scope), courseId, most: limit + 1, offset }
  return paged(await scope.lastRows(ofAuthor, asked), { limit, offset })
}

function paged(
  said: (Review & { total: number })[],
  { limit, offset }: { limit: number; offset: number },
): PagedAnswer<Review> {
  return countedPage(said, { limit, offset })
}

const own = statement(
  review,
  `select ${columns} ${reviewed} where w.tenant_id = $tenantId and w.course_id = $courseId and w.user_id = $caller::uuid`,
)

async function ownOf(scope: TenantScope, courseId: string): Promise<Review | undefined> {
  return (await scope.rows(own, { ...ofCaller(scope), tenantId: scope.tenantId, courseId }))[0]
}

/** @throws not-found where the caller finds no such course */
export async function ownReview(scope: TenantScope, courseId: string, ages: Ages): Promise<OwnReview> {
  const { mayReview } = await standingIn(scope, courseId)
  return {
    review: (await ownOf(scope, courseId)) ?? null,
    mayReview,
    mayComment: mayReview && (await mayComment(scope, ages)),
  }
}

/** Students of whom nobody knows that they are old enough write none. */
async function mayComment(scope: TenantScope, ages: Ages): Promise<boolean> {
  const { user } = scope.actor
  if (!user) return false
  if (user.role !== 'student') return true
  return ((await ages?.ageOf(scope, user.id)) ?? 0) >= COMMENT_AGE
}

/**
 * In place of what the caller has said before.
 * @throws not-found where the caller finds no such course, 409 `course.not-completed`, invalid at `comment` for who is too
 *   young to write one
 */
export async function setReview(
  scope: TenantScope,
  courseId: string,
  { stars, comment }: NewReview,
  ages: Ages,
): Promise<Review> {
  const { version, mayReview } = await standingIn(scope, courseId)
  if (!mayReview) throw new AppError('course.not-completed', 409, 'Complete the course before you rate it.')
  if (comment !== '' && !(await mayComment(scope, ages))) {
    throw invalidField('comment', `Comments are for people of ${COMMENT_AGE} and older: your stars count as well`)
  }
  const now = scope.core.clock.now().toISOString()
  const { caller: userId = '' } = callerOf(scope)
  await ReviewModel.query(scope.trx)
    .insert({ userId, courseId, stars, comment, version, createdAt: now, updatedAt: now })
    .onConflict(['tenantId', 'userId', 'courseId'])
    .merge(['stars', 'comment', 'version', 'updatedAt'])
  const said = await ownOf(scope, courseId)
  if (!said) throw new Error('A review that was written is there')
  return said
}

/** Says nothing where there is none. @throws not-found where the caller finds no such course */
export async function withdrawReview(scope: TenantScope, courseId: string): Promise<void> {
  await standingIn(scope, courseId)
  const said = await ownOf(scope, courseId)
  if (said) await ReviewModel.query(scope.trx).deleteById(said.id)
}

const single = statement(
  z.object({ title: z.string(), courseId: z.uuid(), stars: z.number().int() }),
  `select c.title, w.course_id as "courseId", w.stars from lms_course_reviews w
    join lms_courses c on c.owner = w.course_id_owner and c.id = w.course_id
    where w.tenant_id = $tenantId and w.id = $id`,
)

/** @throws not-found */
export async function removeReview(scope: TenantScope, id: string): Promise<void> {
  const [said] = await scope.rows(single, { tenantId: scope.tenantId, id })
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

const ofCaller = (scope: Scope) => ({ caller: callerOf(scope).caller ?? null })
