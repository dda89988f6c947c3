import { part } from '#core/web/plugin.ts'
import { childSections } from '../../../shared/web/slots.ts'

export const collectorParts = [
  childSections({
    id: 'collectors',
    tab: 'people',
    order: 20,
    component: part(() => import('./CollectorsCard.tsx'), 'CollectorsCard'),
  }),
]
