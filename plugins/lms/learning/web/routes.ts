import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { shellRoute } from '#core/web/shell/routes.ts'

export const courseRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/courses/$courseId',
  validateSearch: z.object({
    /** The lesson that is read. */
    lesson: z.uuid().optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => import('./CoursePage.tsx'), 'CoursePage'),
  staticData: { title: 'Course', apps: ['tenant'] },
})
