import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { address } from '#core/web/address.ts'
import { part } from '#core/web/plugin.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { groupSections } from '#plugins/tenant-app/web.ts'
import { learnerOrder, learnerStates } from '../contract.ts'

/** Courses of a group, on its page. */
export const groupCourses = groupSections({
  id: 'courses',
  order: 10,
  component: part(() => import('./GroupCourses.tsx'), 'GroupCourses'),
})

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
