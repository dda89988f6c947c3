import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { BookOpen } from 'lucide-react'
import { z } from 'zod'
import { shellRoute } from '#core/web/shell/routes.ts'
import { courseStatus } from '../../courses/contract.ts'
import { courseFileKind } from '../../files/contract.ts'

// A value that was tampered with is as good as none. The router reads a text of digits as a number.
const writtenText = z
  .union([z.string(), z.number().transform(String)])
  .optional()
  .catch(undefined)

const forAuthors = {
  apps: ['platform', 'tenant'],
  roles: { platform: ['superadmin'], tenant: ['tenant_admin'] },
} as const

const nav = { icon: BookOpen, order: 60 }

export const lmsManagementRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/lms-management',
  validateSearch: z.object({
    search: writtenText,
    category: writtenText,
    status: courseStatus.optional().catch(undefined),
    /** The course on the right. */
    course: z.uuid().optional().catch(undefined),
    tab: z.enum(['structure', 'lessons']).optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => import('./CoursesPage.tsx'), 'CoursesPage'),
  staticData: {
    title: 'Course Management',
    ...forAuthors,
    nav: {
      platform: { ...nav, label: 'Course Catalog & Builder' },
      tenant: { ...nav, label: 'Courses & Builder' },
    },
  },
})

export const courseFilesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/lms-management/courses/$courseId/files',
  validateSearch: z.object({
    search: writtenText,
    kind: courseFileKind.optional().catch(undefined),
    use: z.literal('unused').optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => import('./CourseFilesPage.tsx'), 'CourseFilesPage'),
  staticData: { title: 'Files of the course', ...forAuthors },
})
