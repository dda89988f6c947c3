import { tenantHome } from '#core/web/slots.ts'
import { part } from '#core/web/plugin.ts'
import { childSections } from '../../../shared/web/slots.ts'

export const ownPageParts = [
  childSections({
    id: 'overview',
    tab: 'overview',
    order: 0,
    component: part(() => import('./ChildOverview.tsx'), 'ChildOverview'),
  }),
  tenantHome({
    id: 'own-sessions',
    order: 10,
    roles: ['student'],
    component: part(() => import('./OwnPage.tsx'), 'OwnSessions'),
  }),
  tenantHome({
    id: 'own-page',
    order: 30,
    roles: ['student'],
    component: part(() => import('./OwnPage.tsx'), 'OwnProgress'),
  }),
  tenantHome({
    id: 'own-activities',
    order: 50,
    roles: ['student'],
    component: part(() => import('./OwnPage.tsx'), 'OwnActivities'),
  }),
]
