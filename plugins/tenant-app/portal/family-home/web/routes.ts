import { tenantHome } from '#core/web/slots.ts'
import { part } from '#core/web/plugin.ts'

export const familyHomePart = tenantHome({
  id: 'family-home',
  order: 0,
  roles: ['parent'],
  component: part(() => import('./FamilyHome.tsx'), 'FamilyHome'),
})
