import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { address } from '#core/web/address.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { learnerOrder, learnerStates } from '../contract.ts'

export const courseLearnersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/courses/$courseId/learners',
  validateSearch: address.of({
    search: address.text(),
    state: address.oneOf(learnerStates),
    sort: address.oneOf(learnerOrder),
    page: address.page,
  }),
  component: lazyRouteComponent(() => import('./CourseLearnersPage.tsx'), 'CourseLearnersPage'),
  staticData: { title: 'Learners', apps: ['tenant'], roles: ['tenant_admin', 'instructor'] },
})
