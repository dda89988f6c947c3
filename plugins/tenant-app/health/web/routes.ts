import { tenantHome } from '#core/web/places.ts'
import { part } from '#core/web/plugin.ts'
import { childSections, studentTabs } from '../../web/places.ts'

export const healthParts = [
  studentTabs({
    id: 'health',
    label: 'Health',
    order: 40,
    component: part(() => import('./HealthTab.tsx'), 'HealthTab'),
  }),
  childSections({
    id: 'health',
    order: 40,
    component: part(() => import('./ChildHealth.tsx'), 'ChildHealth'),
  }),
  tenantHome({
    id: 'health-proposals',
    order: 5,
    roles: ['tenant_admin'],
    component: part(() => import('./WaitingProposals.tsx'), 'WaitingProposals'),
  }),
]
