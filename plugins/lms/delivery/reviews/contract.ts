import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, text } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { roles } from '#core/contract/roles.ts'
import { learners } from '../catalog/contract.ts'
import { authors } from '../../authoring/courses/contract.ts'

/** Minimum age in years for comments; younger learners give stars alone. */
export const MIN_COMMENT_AGE = 13

/** Maximum characters. */
export const MAX_COMMENT_LENGTH = 2000

export const MAX_STARS = 5

export const newReview = z.object({
  stars: z.number('Choose how many stars').int().min(1, 'Choose how many stars').max(MAX_STARS, `At most ${MAX_STARS}`),
  comment: text(MAX_COMMENT_LENGTH).default(''),
})
export type NewReview = z.output<typeof newReview>

/** Anonymous review: only the role of its writer is shown. */
export const review = z.object({
  id,
  stars: z.number().int(),
  /** Empty: no comment. */
  comment: z.string(),
  role: z.enum(roles),
  updatedAt: instant,
  isOwn: z.boolean(),
})
export type Review = z.infer<typeof review>

export const ownReview = z.object({
  /** null: none yet. */
  review: review.nullable(),
  /** True if the caller has completed the course. */
  mayReview: z.boolean(),
  mayComment: z.boolean(),
})
export type OwnReview = z.infer<typeof ownReview>

const ofCourse = z.object({ courseId: id })

export const reviewsContract = {
  listReviews: endpoint({
    method: 'GET',
    path: '/api/tenant/courses/{courseId}/reviews',
    summary: 'What people of the organization say of a course, the newest first',
    access: learners,
    params: ofCourse,
    query: pagingQuery,
    response: z.array(review),
  }),
  ownReview: endpoint({
    method: 'GET',
    path: '/api/tenant/courses/{courseId}/review',
    summary: 'What the caller has said of a course, and may',
    access: learners,
    params: ofCourse,
    response: ownReview,
  }),
  setReview: endpoint({
    method: 'PUT',
    path: '/api/tenant/courses/{courseId}/review',
    summary: 'Say what one thinks of a course that one has completed; learners under 13 without a comment',
    unaudited: 'The review says who and when',
    access: learners,
    params: ofCourse,
    body: newReview,
    response: review,
  }),
  withdrawReview: endpoint({
    method: 'DELETE',
    path: '/api/tenant/courses/{courseId}/review',
    summary: 'Take back what one has said of a course',
    unaudited: 'It was the caller’s own',
    access: learners,
    params: ofCourse,
    response: 'none',
  }),
  removeReview: endpoint({
    method: 'DELETE',
    path: '/api/tenant/course-reviews/{id}',
    summary: 'Remove a course review by a member of the organization',
    audit: 'course.review-removed',
    access: { ...learners, who: ['tenant_admin'] },
    params: z.object({ id }),
    response: 'none',
  }),
  authoredReviews: endpoint({
    method: 'GET',
    path: '/api/lms/courses/{id}/reviews',
    summary: 'What learners of all organizations say of a course, for its authors, the newest first',
    access: authors,
    params: z.object({ id }),
    query: pagingQuery,
    response: z.array(review),
  }),
} as const
