import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { BookOpen } from 'lucide-react'
import { address } from '#core/web/address.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { audiences } from '../../../authoring/courses/contract.ts'
import { learningStatus } from '../contract.ts'

const apps = ['tenant'] as const

/** Search and filters of a catalog, in the address. */
export const catalogSearch = address.of({
  search: address.text(),
  category: address.text(),
  status: address.oneOf(learningStatus),
  audience: address.oneOf(audiences),
})

/** Page for students and families. */
export const coursesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/courses',
  validateSearch: catalogSearch,
  component: lazyRouteComponent(() => import('./CoursesPage.tsx'), 'CoursesPage'),
  staticData: {
    title: 'Courses',
    apps,
    roles: ['student', 'parent'],
    nav: {
      label: 'Courses',
      icon: BookOpen,
      order: 30,
      group: 'learning',
      roles: ['student', 'parent'],
      bar: { parent: { order: 20 }, student: { order: 10 } },
    },
  },
})
