import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { address } from '#core/web/address.ts'
import { profileSections } from '#core/web/places.ts'
import { part } from '#core/web/plugin.ts'
import { publicRoute } from '#core/web/shell/routes.ts'
import { guardianSections } from '../../../shared/web/places.ts'

/** Route of the last line of a digest, for people who are signed in nowhere. */
export const unsubscribeRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/unsubscribe',
  validateSearch: address.of({
    token: address.text(),
  }),
  component: lazyRouteComponent(() => import('./UnsubscribePage.tsx'), 'UnsubscribePage'),
  staticData: { title: 'Weekly digest', apps: ['tenant'], access: 'anyone' },
})

const card = {
  id: 'digest',
  order: 20,
  roles: ['parent'],
  apps: ['tenant'],
  component: part(() => import('./DigestCard.tsx'), 'DigestCard'),
} as const

/** Among what concerns the guardian, and among what they choose for their account. */
export const digestParts = [guardianSections(card), profileSections(card)]
