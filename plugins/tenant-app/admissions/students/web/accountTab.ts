import { part } from '#core/web/plugin.ts'
import { studentTabs } from '../../../shared/web/places.ts'

export const accountTab = studentTabs({
  id: 'account',
  label: 'Account',
  order: 80,
  roles: ['tenant_admin'],
  component: part(() => import('./AccountCard.tsx'), 'AccountCard'),
})
