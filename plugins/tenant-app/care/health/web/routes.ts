import { part } from '#core/web/plugin.ts'
import { childSections, studentTabs } from '../../../shared/web/places.ts'

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
]
