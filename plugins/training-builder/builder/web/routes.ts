import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Hammer } from 'lucide-react'
import { address } from '#core/web/address.ts'
import { part } from '#core/web/plugin.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { projectSections, runSteps } from '#plugins/tenant-app/web.ts'

const nav = {
  label: 'Training Builder',
  icon: Hammer,
  order: 32,
  group: 'learning',
  hub: '/lms-management',
  tab: 'Training Builder',
} as const

export const trainingBuilderRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/training-builder',
  validateSearch: address.of({
    project: address.id,
    mode: address.oneOf(['preview']),
  }),
  component: lazyRouteComponent(() => import('./TrainingBuilderPage.tsx'), 'TrainingBuilderPage'),
  staticData: {
    title: 'Training Module Builder',
    apps: ['platform', 'tenant'],
    // Instructors see the modules that train them.
    roles: { platform: ['superadmin'], tenant: ['tenant_admin', 'instructor'] },
    nav: { platform: { ...nav, group: 'content' }, tenant: { ...nav, roles: ['tenant_admin'] } },
  },
})

export const projectTraining = projectSections({
  id: 'training',
  order: 40,
  component: part(() => import('./ProjectTraining.tsx'), 'ProjectTraining'),
})

export const trainingSteps = runSteps({
  id: 'training',
  order: 10,
  component: part(() => import('./TrainingSteps.tsx'), 'TrainingSteps'),
})
