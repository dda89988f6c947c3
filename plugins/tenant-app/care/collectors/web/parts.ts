import { part } from '#core/web/plugin.ts'
import { childSections } from '../../../shared/web/places.ts'

export const collectorParts = [
  childSections({
    id: 'collectors',
    order: 20,
    component: part(() => import('./CollectorsCard.tsx'), 'CollectorsCard'),
  }),
]
