import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '#core/web/shell/routes.ts'

export const lessonContentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/lms-management/lessons/$lessonId',
  component: lazyRouteComponent(() => import('./LessonContentPage.tsx'), 'LessonContentPage'),
  staticData: {
    title: 'Lesson',
    apps: ['platform', 'tenant'],
    roles: { platform: ['superadmin'], tenant: ['tenant_admin'] },
  },
})
