import { mount } from '#core/server/http/mount.ts'
import type { TenantAppServices } from '#plugins/tenant-app/server/plugin.ts'
import { reviewsContract } from '../contract.ts'
import { authoredReviews, listReviews, ownReview, removeReview, setReview, withdrawReview } from './reviews.ts'

export const reviewsRoutes = (people: TenantAppServices | undefined) =>
  mount(reviewsContract, {
    listReviews: (scope, { params, query }) => listReviews(scope, params.courseId, query, people),
    ownReview: (scope, { params }) => ownReview(scope, params.courseId, people),
    setReview: (scope, { params, body }) => setReview(scope, params.courseId, body, people),
    withdrawReview: (scope, { params }) => withdrawReview(scope, params.courseId),
    removeReview: (scope, { params }) => removeReview(scope, params.id),
    authoredReviews: (scope, { params, query }) => authoredReviews(scope, params.id, query),
  })
