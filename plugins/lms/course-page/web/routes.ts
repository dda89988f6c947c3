import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { address } from '#core/web/address.ts'
import { shellRoute } from '#core/web/shell/routes.ts'

export const courseRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/courses/$courseId',
  validateSearch: address.of({
    /** Open lesson. */
    lesson: address.id,
  }),
  component: lazyRouteComponent(() => import('./CoursePage.tsx'), 'CoursePage'),
  staticData: {
    title: 'Course',
    apps: ['tenant'],
    reads: ['/api/tenant/courses/{courseId}', '/api/tenant/courses/{courseId}/lessons/{lesson}'],
  },
})
