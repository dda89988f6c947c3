import { banners } from '#core/web/slots.ts'
import { part } from '#core/web/plugin.ts'

export const pointsBanner = banners({
  id: 'points-waiting',
  order: 22,
  roles: ['tenant_admin', 'instructor'],
  component: part(() => import('./PointsBanner.tsx'), 'PointsBanner'),
})
