import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ClipboardCheck, Table2 } from 'lucide-react'
import { address } from '#core/web/address.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { queueStates } from '../contract.ts'
import { gradingApi } from './client.ts'
import { toGrade } from './toGrade.ts'

const forGraders = { apps: ['tenant'], roles: ['tenant_admin', 'instructor'] } as const

const gradingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/grading',
  validateSearch: address.of({
    search: address.text(),
    course: address.id,
    lesson: address.id,
    state: address.oneOf(queueStates),
    late: address.yes,
    /** Hides names. */
    anonymous: address.yes,
    /** Id of the open work. */
    work: address.id,
  }),
  component: lazyRouteComponent(() => import('./GradingPage.tsx'), 'GradingPage'),
  staticData: {
    title: 'Grading',
    ...forGraders,
    nav: {
      label: 'Grading',
      icon: ClipboardCheck,
      order: 35,
      group: 'learning',
      tab: 'To grade',
      bar: { instructor: { order: 30 } },
      waiting: {
        roles: [...forGraders.roles],
        key: gradingApi.gradedLessons.key(),
        ask: async (signal) => toGrade(await gradingApi.gradedLessons.call(signal)),
        words: (count) => (count === 1 ? '1 submission to grade' : `${count} submissions to grade`),
      },
    },
  },
})

const gradebookRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/grading/gradebook',
  validateSearch: address.of({
    course: address.id,
    search: address.text(),
    page: address.page,
    /** Page of lessons. */
    columns: address.page,
  }),
  component: lazyRouteComponent(() => import('./GradebookPage.tsx'), 'GradebookPage'),
  staticData: {
    title: 'Gradebook',
    ...forGraders,
    nav: { label: 'Gradebook', icon: Table2, order: 36, group: 'learning', hub: '/grading', tab: 'Gradebook' },
  },
})

export const gradingWebRoutes = [gradingRoute, gradebookRoute]
