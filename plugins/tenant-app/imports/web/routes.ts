import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { shellRoute } from '#core/web/shell/routes.ts'
import { loadZone } from '../../web/zone.ts'
import { outcomes } from '../contract.ts'

const roles = { platform: ['tenant_admin'], tenant: ['tenant_admin'] } as const

export const importsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/students/import',
  loader: loadZone,
  component: lazyRouteComponent(() => import('./ImportsPage.tsx'), 'ImportsPage'),
  staticData: { title: 'Import Students', apps: ['platform', 'tenant'], roles },
})

export const importRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/students/import/$importId',
  validateSearch: z.object({
    outcome: z.enum(outcomes).optional().catch(undefined),
    /** Only what could not be undone. */
    kept: z.literal('1').optional().catch(undefined),
    page: z.int().min(2).optional().catch(undefined),
  }),
  loader: loadZone,
  component: lazyRouteComponent(() => import('./ImportPage.tsx'), 'ImportPage'),
  staticData: { title: 'Import Students', apps: ['platform', 'tenant'], roles },
})
