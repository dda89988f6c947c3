import { organizationSettings } from '#core/web/places.ts'
import { part } from '#core/web/plugin.ts'
import { sessionDialogs, sessionHead } from '../../../shared/web/places.ts'

export const seriesParts = [
  sessionDialogs({
    id: 'series',
    order: 10,
    component: part(() => import('./SessionDialogs.tsx'), 'SessionDialogs'),
  }),
  sessionHead({
    id: 'series',
    order: 10,
    component: part(() => import('./SessionSeries.tsx'), 'SessionSeries'),
  }),
  organizationSettings({
    id: 'holidays',
    label: 'Holidays',
    group: 'organization',
    order: 35,
    roles: ['tenant_admin'],
    component: part(() => import('./HolidaysTab.tsx'), 'HolidaysTab'),
  }),
]
