import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { BookOpenCheck, ChartNoAxesCombined } from 'lucide-react'
import { address } from '#core/web/address.ts'
import { part } from '#core/web/plugin.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { instructorReadiness, reportTabs } from '#plugins/tenant-app/web.ts'
import { audiences } from '../../../authoring/courses/contract.ts'
import { catalogSearch } from '../../catalog/web/routes.ts'
import { trainingOrder, trainingStanding } from '../contract.ts'

const apps = ['tenant'] as const

/** Catalog for staff (spec part 2, section 2.8). */
export const trainingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/training',
  validateSearch: catalogSearch,
  component: lazyRouteComponent(() => import('./TrainingPage.tsx'), 'TrainingPage'),
  staticData: {
    title: 'Instructor Training',
    apps,
    roles: ['tenant_admin', 'instructor'],
    nav: { label: 'Instructor Training', icon: BookOpenCheck, order: 40, group: 'staff' },
  },
})

/** Training progress of instructors (spec part 2, section 2.8). The page itself refuses all roles but admins. */
export const trainingProgressRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/training/progress',
  validateSearch: address.of({
    tab: address.oneOf(['courses']),
    search: address.text(),
    standing: address.oneOf(trainingStanding),
    audience: address.oneOf(audiences),
    sort: address.oneOf(trainingOrder),
    page: address.page,
  }),
  component: lazyRouteComponent(() => import('./TrainingProgressPage.tsx'), 'TrainingProgressPage'),
  staticData: {
    title: 'Training Progress',
    apps,
    nav: {
      label: 'Training Progress',
      icon: ChartNoAxesCombined,
      order: 41,
      group: 'staff',
      roles: ['tenant_admin'],
    },
  },
})

export const instructorTrainingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/training/progress/$instructorId',
  component: lazyRouteComponent(() => import('./InstructorTrainingPage.tsx'), 'InstructorTrainingPage'),
  staticData: { title: 'Instructor’s training', apps, roles: ['tenant_admin'] },
})

/** Readiness note on pages that plan and show sessions. */
export const readinessNote = instructorReadiness({
  id: 'training',
  order: 10,
  component: part(() => import('./ReadinessNote.tsx'), 'ReadinessNote'),
})

/** Training tab of the reports, for admins. */
export const trainingReport = reportTabs({
  id: 'training',
  order: 10,
  label: 'Training',
  roles: ['tenant_admin'],
  component: part(() => import('./TrainingReport.tsx'), 'TrainingReport'),
})
