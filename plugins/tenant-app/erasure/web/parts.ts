import { part } from '#core/web/plugin.ts'
import { dataSections, erasureDialogs } from '../../web/places.ts'

export const erasureParts = [
  erasureDialogs({
    id: 'erase',
    order: 10,
    roles: ['tenant_admin'],
    component: part(() => import('./EraseDialog.tsx'), 'EraseDialog'),
  }),
  dataSections({
    id: 'retention',
    order: 30,
    roles: ['tenant_admin'],
    component: part(() => import('./RetentionCard.tsx'), 'RetentionCard'),
  }),
  dataSections({
    id: 'erasures',
    order: 40,
    roles: ['tenant_admin'],
    component: part(() => import('./ErasuresCard.tsx'), 'ErasuresCard'),
  }),
]
