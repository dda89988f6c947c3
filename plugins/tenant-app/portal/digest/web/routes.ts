import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { address } from '#core/web/address.ts'
import { profileSections } from '#core/web/slots.ts'
import { part } from '#core/web/plugin.ts'
import { publicRoute } from '#core/web/shell/routes.ts'

/** Route of the unsubscribe link of a digest, for users who are not signed in. */
export const unsubscribeRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/unsubscribe',
  validateSearch: address.of({
    token: address.text(),
  }),
  component: lazyRouteComponent(() => import('./UnsubscribePage.tsx'), 'UnsubscribePage'),
  staticData: { title: 'Weekly digest', apps: ['tenant'], access: 'anyone' },
})

/** Weekly digest in guardians' account settings. */
export const digestSection = profileSections({
  id: 'digest',
  order: 20,
  roles: ['parent'],
  apps: ['tenant'],
  component: part(() => import('./DigestCard.tsx'), 'DigestCard'),
})
