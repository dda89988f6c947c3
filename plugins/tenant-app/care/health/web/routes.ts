import { part } from '#core/web/plugin.ts'
import { childSections } from '../../../shared/web/slots.ts'

export const healthParts = [
  childSections({
    id: 'health',
    tab: 'health',
    order: 40,
    component: part(() => import('./ChildHealth.tsx'), 'ChildHealth'),
  }),
]
