import { part } from '#core/web/plugin.ts'
import { childSections } from '../../../shared/web/slots.ts'

export const noticeParts = [
  childSections({
    id: 'sessions',
    tab: 'schedule',
    order: 5,
    component: part(() => import('./ChildSessions.tsx'), 'ChildSessions'),
  }),
]
