import { tenantHome } from '#core/web/slots.ts'
import { part } from '#core/web/plugin.ts'
import { childSections } from '../../../shared/web/slots.ts'

export const ownPageParts = [
  childSections({
    id: 'overview',
    order: 0,
    component: part(() => import('./ChildOverview.tsx'), 'ChildOverview'),
  }),
  tenantHome({
    id: 'own-page',
    order: 10,
    roles: ['student'],
    component: part(() => import('./OwnPage.tsx'), 'OwnPage'),
  }),
]
