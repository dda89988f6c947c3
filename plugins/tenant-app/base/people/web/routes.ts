import { UsersRound } from 'lucide-react'
import { organizationSettings } from '#core/web/slots.ts'
import { part } from '#core/web/plugin.ts'
import type { PaletteSearch } from '#core/web/plugin.ts'
import { findPeople } from './personSearch.ts'

export const peopleTab = organizationSettings({
  id: 'people',
  label: 'People',
  group: 'people',
  order: 25,
  roles: ['tenant_admin'],
  component: part(() => import('./PeopleTab.tsx'), 'PeopleTab'),
})

/** Students are found with more of them by a search of their own. */
export const personSearch: PaletteSearch = {
  id: 'people',
  heading: 'People',
  icon: UsersRound,
  apps: ['platform', 'tenant'],
  roles: ['tenant_admin'],
  find: findPeople,
}
