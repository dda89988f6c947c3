import { part } from '#core/web/plugin.ts'
import { studentTabs } from '../../../shared/web/places.ts'

export const pointsTab = studentTabs({
  id: 'points',
  label: 'Points',
  order: 25,
  component: part(() => import('./PointsTab.tsx'), 'PointsTab'),
})
