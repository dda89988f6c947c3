import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { address } from '#core/web/address.ts'
import { publicRoute } from '#core/web/shell/routes.ts'

/** Target of the QR code of a letter, and of the link that confirms an address. */
export const joinRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/join',
  validateSearch: address.of({ code: address.text(), token: address.text() }),
  component: lazyRouteComponent(() => import('./JoinPage.tsx'), 'JoinPage'),
  staticData: { title: 'Use your letter', apps: ['tenant'], access: 'anyone' },
})
