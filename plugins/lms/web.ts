import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Tags } from 'lucide-react'
import { organizationSettings, superAdminDashboard } from '#core/web/slots.ts'
import { defineWebPlugin, part } from '#core/web/plugin.ts'
import { settingsPage } from '#core/web/settingsPage.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { certificateContributions, certificateRoutes } from './certificates/web/routes.ts'
import { coursesRoute } from './delivery/catalog/web/routes.ts'
import { embeddedHub, embeddedRoute } from './embedded/web/routes.ts'
import { courseFilesRoute, lmsManagementRoute } from './builder/web/routes.ts'
import { courseRoute } from './course-page/web/routes.ts'
import { courseLearnersRoute, groupCourses } from './delivery/enrollments/web/routes.ts'
import { discussionContributions, moderationRoute } from './discussions/web/routes.ts'
import { gradingWebRoutes } from './assessment/grading/web/routes.ts'
import { lessonContentRoute } from './authoring/lessons/web/routes.ts'
import {
  instructorTrainingRoute,
  readinessNote,
  trainingProgressRoute,
  trainingReport,
  trainingRoute,
} from './delivery/training/web/routes.ts'
import { childGradesSection, resultRoutes } from './assessment/results/web/routes.ts'
import { studentHomeParts } from './student-home/web/parts.ts'
import { questionRoutes } from './authoring/questions/web/routes.ts'

const categories = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/course-categories',
  component: lazyRouteComponent(
    () => import('./authoring/categories/web/CourseCategoriesPage.tsx'),
    'CourseCategoriesPage',
  ),
  staticData: settingsPage({
    label: 'Course categories',
    title: 'Course categories',
    help: 'What courses can be sorted under, in the order in which people choose.',
    icon: Tags,
    order: 80,
  }),
})

/** Web part of courses: categories, catalog, and the editors of their authors. */
export const lmsWeb = defineWebPlugin({
  id: 'lms',
  help: () => import('./help/web/articles.ts'),
  routes: [
    categories,
    trainingRoute,
    trainingProgressRoute,
    instructorTrainingRoute,
    coursesRoute,
    courseRoute,
    courseLearnersRoute,
    lmsManagementRoute,
    courseFilesRoute,
    lessonContentRoute,
    embeddedRoute,
    ...certificateRoutes,
    ...questionRoutes,
    moderationRoute,
    ...gradingWebRoutes,
    ...resultRoutes,
  ],
  contributions: [
    ...studentHomeParts,
    embeddedHub,
    readinessNote,
    groupCourses,
    trainingReport,
    ...discussionContributions,
    childGradesSection,
    ...certificateContributions,
    organizationSettings({
      id: 'external-tools',
      label: 'External tools',
      group: 'people',
      order: 60,
      roles: ['tenant_admin'],
      component: part(() => import('./authoring/tools/web/ToolSettings.tsx'), 'ToolSettings'),
    }),
    superAdminDashboard({
      id: 'course-metrics',
      order: 20,
      component: part(() => import('./delivery/metrics/web/CourseMetrics.tsx'), 'CourseMetrics'),
    }),
    superAdminDashboard({
      id: 'course-catalog',
      order: 25,
      component: part(() => import('./delivery/metrics/web/CourseCatalogCard.tsx'), 'CourseCatalogCard'),
    }),
  ],
})

declare module '#core/web/plugin.ts' {
  interface WebPlugins {
    lms: typeof lmsWeb
  }
}
