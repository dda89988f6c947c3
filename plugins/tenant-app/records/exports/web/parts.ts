import { profileSections } from '#core/web/slots.ts'
import { part } from '#core/web/plugin.ts'
import { childSections } from '../../../shared/web/slots.ts'

export const exportParts = [
  profileSections({
    id: 'data',
    order: 50,
    apps: ['tenant'],
    roles: ['tenant_admin', 'instructor', 'parent', 'student'],
    component: part(() => import('./OwnData.tsx'), 'OwnData'),
  }),
  childSections({
    id: 'data',
    tab: 'account',
    order: 95,
    roles: ['parent'],
    component: part(() => import('./ChildData.tsx'), 'ChildData'),
  }),
]
