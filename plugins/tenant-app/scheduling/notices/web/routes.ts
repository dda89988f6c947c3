import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { address } from '#core/web/address.ts'
import { publicRoute } from '#core/web/shell/routes.ts'

const validateSearch = address.of({ token: address.text() })

/** Target of an emailed link, for guardians who report an absence without an account. */
export const linkedAbsenceRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/absence',
  validateSearch,
  component: lazyRouteComponent(() => import('./LinkedAbsencePage.tsx'), 'LinkedAbsencePage'),
  staticData: { title: 'Report an absence', apps: ['tenant'], access: 'anyone' },
})

/** Target of an emailed link, for guardians who accept or decline a place without an account. */
export const linkedPlaceRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/place',
  validateSearch,
  component: lazyRouteComponent(() => import('./LinkedPlacePage.tsx'), 'LinkedPlacePage'),
  staticData: { title: 'Answer for a spot', apps: ['tenant'], access: 'anyone' },
})
