import { part } from '#core/web/plugin.ts'
import { guardiansSections } from '../../../base/families/web/places.ts'
import { childSections } from '../../../shared/web/places.ts'

export const collectorParts = [
  guardiansSections({
    id: 'collectors',
    order: 10,
    component: part(() => import('./CollectorsOfStudent.tsx'), 'CollectorsOfStudent'),
  }),
  childSections({
    id: 'collectors',
    order: 20,
    component: part(() => import('./CollectorsCard.tsx'), 'CollectorsCard'),
  }),
]
