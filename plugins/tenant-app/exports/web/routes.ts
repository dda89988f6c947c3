import { organizationSettings } from '#core/web/places.ts'
import { part } from '#core/web/plugin.ts'
import { dataSections } from '../../web/places.ts'

export const exportParts = [
  organizationSettings({
    id: 'data',
    label: 'Data',
    order: 58,
    roles: ['tenant_admin'],
    component: part(() => import('./DataTab.tsx'), 'DataTab'),
  }),
  dataSections({
    id: 'export',
    order: 10,
    component: part(() => import('./ExportSection.tsx'), 'ExportSection'),
  }),
]
