import { part } from '#core/web/plugin.ts'
import { profileSections } from '#core/web/places.ts'
import { childSections, dataSections, erasureDialogs } from '../../../shared/web/places.ts'

export const erasureParts = [
  erasureDialogs({
    id: 'erase',
    order: 10,
    roles: ['tenant_admin'],
    component: part(() => import('./EraseDialog.tsx'), 'EraseDialog'),
  }),
  childSections({
    id: 'erasure',
    order: 90,
    roles: ['parent'],
    component: part(() => import('./AskForChild.tsx'), 'AskForChild'),
  }),
  profileSections({
    id: 'erasure',
    order: 10,
    apps: ['tenant'],
    roles: ['tenant_admin', 'instructor', 'parent', 'student'],
    component: part(() => import('./AskForOneself.tsx'), 'AskForOneself'),
  }),
  dataSections({
    id: 'erasure-requests',
    order: 5,
    roles: ['tenant_admin'],
    component: part(() => import('./RequestsCard.tsx'), 'RequestsCard'),
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
