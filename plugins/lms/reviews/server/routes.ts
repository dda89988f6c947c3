import { mount } from '#core/server/http/mount.ts'
import { reviewsContract } from '../contract.ts'
import {
  authoredReviews,
  listReviews,
  ownReview,
  removeReview,
  setReview,
  withdrawReview,
  type Ages,
} from './reviews.ts'

export const reviewsRoutes = (ages: Ages) =>
  mount(reviewsContract, {
    listReviews: (scope, { params, query }) => listReviews(scope, params.courseId, query),
    ownReview: (scope, { params }) => ownReview(scope, params.courseId, ages),
    setReview: (scope, { params, body }) => setReview(scope, params.courseId, body, ages),
    withdrawReview: (scope, { params }) => withdrawReview(scope, params.courseId),
    removeReview: (scope, { params }) => removeReview(scope, params.id),
    authoredReviews: (scope, { params, query }) => authoredReviews(scope, params.id, query),
  })
