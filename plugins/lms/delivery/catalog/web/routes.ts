import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { BookOpen, BookOpenCheck } from 'lucide-react'
import { address } from '#core/web/address.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { audiences } from '../../../authoring/courses/contract.ts'
import { learningStatus } from '../contract.ts'

const apps = ['tenant'] as const

const validateSearch = address.of({
  search: address.text(),
  category: address.text(),
  status: address.oneOf(learningStatus),
  audience: address.oneOf(audiences),
})

/** For those who work with the organization (spec part 2, section 2.8). */
export const trainingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/training',
  validateSearch,
  component: lazyRouteComponent(() => import('./TrainingPage.tsx'), 'TrainingPage'),
  staticData: {
    title: 'Instructor Training',
    apps,
    roles: ['tenant_admin', 'instructor'],
    nav: { label: 'Instructor Training', icon: BookOpenCheck, order: 32 },
  },
})

/** For students and families. */
export const coursesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/courses',
  validateSearch,
  component: lazyRouteComponent(() => import('./CoursesPage.tsx'), 'CoursesPage'),
  staticData: {
    title: 'Courses',
    apps,
    roles: ['student', 'parent'],
    nav: { label: 'Courses', icon: BookOpen, order: 37, roles: ['student', 'parent'] },
  },
})
