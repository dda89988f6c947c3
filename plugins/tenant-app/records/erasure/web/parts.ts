import { part } from '#core/web/plugin.ts'
import { organizationSettings, profileSections } from '#core/web/slots.ts'
import { childSections } from '../../../shared/web/slots.ts'

export const erasureParts = [
  organizationSettings({
    id: 'data',
    label: 'Data',
    group: 'plan',
    order: 58,
    roles: ['tenant_admin'],
    component: part(() => import('./DataTab.tsx'), 'DataTab'),
  }),
  childSections({
    id: 'erasure',
    tab: 'account',
    order: 90,
    roles: ['parent'],
    component: part(() => import('./AskForChild.tsx'), 'AskForChild'),
  }),
  profileSections({
    id: 'erasure',
    order: 10,
    apps: ['tenant'],
    roles: ['tenant_admin', 'instructor', 'parent', 'student'],
    component: part(() => import('./AskForOneself.tsx'), 'AskForOneself'),
  }),
]
