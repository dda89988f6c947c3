import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { BookOpen } from 'lucide-react'
import { address } from '#core/web/address.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { courseStatus } from '../../authoring/courses/contract.ts'
import { courseFileKind } from '../../authoring/files/contract.ts'

const forAuthors = {
  apps: ['platform', 'tenant'],
  roles: { platform: ['superadmin'], tenant: ['tenant_admin'] },
} as const

const nav = { icon: BookOpen, order: 30, tab: 'Courses' } as const

export const lmsManagementRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/lms-management',
  validateSearch: address.of({
    search: address.text(),
    category: address.text(),
    status: address.oneOf(courseStatus),
    /** Course on the right. */
    course: address.id,
    tab: address.oneOf(['structure', 'lessons']),
  }),
  component: lazyRouteComponent(() => import('./CoursesPage.tsx'), 'CoursesPage'),
  staticData: {
    title: 'Course Management',
    ...forAuthors,
    nav: {
      platform: { ...nav, label: 'Course Catalog & Builder', group: 'content' },
      tenant: { ...nav, label: 'Courses & Builder', group: 'learning' },
    },
  },
})

export const courseFilesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/lms-management/courses/$courseId/files',
  validateSearch: address.of({
    search: address.text(),
    kind: address.oneOf(courseFileKind),
    use: address.oneOf(['unused']),
  }),
  component: lazyRouteComponent(() => import('./CourseFilesPage.tsx'), 'CourseFilesPage'),
  staticData: { title: 'Files of the course', ...forAuthors },
})
