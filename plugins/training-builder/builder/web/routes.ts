import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { GraduationCap } from 'lucide-react'
import { address } from '#core/web/address.ts'
import { part } from '#core/web/plugin.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { projectSections } from '#plugins/tenant-app/web.ts'

const nav = { label: 'Training Builder', icon: GraduationCap, order: 58 }

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
    // Instructors see what they will be trained in.
    roles: { platform: ['superadmin'], tenant: ['tenant_admin', 'instructor'] },
    // The platform's sidebar is the specification's, which has no room for it: Course Management leads there.
    nav: { platform: { ...nav, under: '/lms-management' }, tenant: { ...nav, roles: ['tenant_admin'] } },
  },
})

export const projectTraining = projectSections({
  id: 'training',
  order: 40,
  component: part(() => import('./ProjectTraining.tsx'), 'ProjectTraining'),
})
