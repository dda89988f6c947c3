import { organizationSettings, profileSections } from '#core/web/places.ts'
import { part } from '#core/web/plugin.ts'
import { childSections, dataSections, studentTabs } from '../../../shared/web/places.ts'

export const exportParts = [
  organizationSettings({
    id: 'data',
    label: 'Data',
    group: 'plan',
    order: 58,
    roles: ['tenant_admin'],
    component: part(() => import('./DataTab.tsx'), 'DataTab'),
  }),
  dataSections({
    id: 'export',
    order: 10,
    component: part(() => import('./ExportSection.tsx'), 'ExportSection'),
  }),
  dataSections({
    id: 'person',
    order: 20,
    component: part(() => import('./PersonSection.tsx'), 'PersonSection'),
  }),
  profileSections({
    id: 'data',
    order: 50,
    apps: ['tenant'],
    roles: ['tenant_admin', 'instructor', 'parent', 'student'],
    component: part(() => import('./OwnData.tsx'), 'OwnData'),
  }),
  childSections({
    id: 'data',
    order: 95,
    component: part(() => import('./ChildData.tsx'), 'ChildData'),
  }),
  studentTabs({
    id: 'data',
    label: 'Data',
    order: 90,
    roles: ['tenant_admin'],
    component: part(() => import('./StudentDataTab.tsx'), 'StudentDataTab'),
  }),
]
