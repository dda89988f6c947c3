import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Upload } from 'lucide-react'
import { address } from '#core/web/address.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { loadZone } from '../../../shared/web/zone.ts'
import { outcomes, rosterKinds } from '../contract.ts'

const roles = { platform: ['tenant_admin'], tenant: ['tenant_admin'] } as const

export const importsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/students/import',
  loader: loadZone,
  component: lazyRouteComponent(() => import('./ImportsPage.tsx'), 'ImportsPage'),
  staticData: {
    title: 'Import Students',
    apps: ['platform', 'tenant'],
    roles,
    nav: { label: 'Import students', icon: Upload, order: 16, group: 'program', hub: '/students', tab: 'Import' },
  },
})

export const importRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/students/import/$importId',
  validateSearch: address.of({
    outcome: address.oneOf(outcomes),
    kind: address.oneOf(rosterKinds),
    /** Filters rows that could not be undone. */
    kept: address.oneOf(['1']),
    page: address.page,
  }),
  loader: loadZone,
  component: lazyRouteComponent(() => import('./ImportPage.tsx'), 'ImportPage'),
  staticData: { title: 'Import Students', apps: ['platform', 'tenant'], roles },
})
