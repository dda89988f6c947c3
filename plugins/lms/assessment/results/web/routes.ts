import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Accessibility, ListChecks } from 'lucide-react'
import { address } from '#core/web/address.ts'
import { part } from '#core/web/plugin.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { childSections } from '#plugins/tenant-app/web.ts'
import { resultStanding } from '../contract.ts'

const forGraders = { apps: ['tenant'], roles: ['tenant_admin', 'instructor'] } as const

const quizzesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/results',
  validateSearch: address.of({ page: address.page }),
  component: lazyRouteComponent(() => import('./QuizzesPage.tsx'), 'QuizzesPage'),
  staticData: {
    title: 'Quiz Results',
    ...forGraders,
    nav: {
      label: 'Quiz Results',
      icon: ListChecks,
      order: 37,
      group: 'learning',
      hub: '/grading',
      tab: 'Quiz Results',
    },
  },
})

const resultsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/results/$courseId/$lessonId',
  validateSearch: address.of({
    tab: address.oneOf(['questions', 'corrections']),
    search: address.text(),
    standing: address.oneOf(resultStanding),
    page: address.page,
  }),
  component: lazyRouteComponent(() => import('./ResultsPage.tsx'), 'ResultsPage'),
  staticData: { title: 'Quiz results', ...forGraders },
})

const learnerResultsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/results/$courseId/$lessonId/$userId',
  component: lazyRouteComponent(() => import('./LearnerResultsPage.tsx'), 'LearnerResultsPage'),
  staticData: { title: 'Attempts', ...forGraders },
})

const attemptRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/results/attempts/$attemptId',
  component: lazyRouteComponent(() => import('./AttemptPage.tsx'), 'AttemptPage'),
  staticData: { title: 'Attempt', ...forGraders },
})

const accommodationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/accommodations',
  validateSearch: address.of({ search: address.text(), granted: address.oneOf(['true']), page: address.page }),
  component: lazyRouteComponent(() => import('./AccommodationsPage.tsx'), 'AccommodationsPage'),
  staticData: {
    title: 'Accommodations',
    apps: ['tenant'],
    roles: ['tenant_admin'],
    nav: { label: 'Accommodations', icon: Accessibility, order: 38, hub: '/grading' },
  },
})

export const resultRoutes = [quizzesRoute, resultsRoute, learnerResultsRoute, attemptRoute, accommodationsRoute]

export const childGradesSection = childSections({
  id: 'child-grades',
  tab: 'progress',
  order: 75,
  component: part(() => import('./ChildGrades.tsx'), 'ChildGrades'),
})
