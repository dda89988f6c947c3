import { mount } from '#core/server/http/mount.ts'
import type { TenantAppServices } from '#plugins/tenant-app/plugin.ts'
import { reviewsContract } from '../contract.ts'
import { listAuthoredReviews, listReviews, getOwnReview, removeReview, setReview, withdrawReview } from './reviews.ts'

export const reviewsRoutes = (people: TenantAppServices | undefined) =>
  mount(reviewsContract, {
    listReviews: (scope, courseId, query) => listReviews(scope, courseId, query, people),
    ownReview: (scope, courseId) => getOwnReview(scope, courseId, people),
    setReview: (scope, courseId, body) => setReview(scope, courseId, body, people),
    withdrawReview,
    removeReview,
    authoredReviews: listAuthoredReviews,
  })
