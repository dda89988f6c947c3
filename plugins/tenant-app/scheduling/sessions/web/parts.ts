import { limitParts } from '#core/web/slots.ts'
import { part } from '#core/web/plugin.ts'
import { projectSections } from '../../../shared/web/slots.ts'

export const sessionParts = [
  projectSections({
    id: 'sessions',
    order: 20,
    component: part(() => import('./SessionsOfProject.tsx'), 'SessionsOfProject'),
  }),
  limitParts({
    id: 'sessions',
    order: 10,
    fields: ['maxSessionsPerTenant'],
    component: part(() => import('./SessionLimitField.tsx'), 'SessionLimitField'),
  }),
]
