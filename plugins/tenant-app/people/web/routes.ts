import { UsersRound } from 'lucide-react'
import { address } from '#core/web/address.ts'
import { organizationSettings } from '#core/web/places.ts'
import { part } from '#core/web/plugin.ts'
import type { PaletteSearch } from '#core/web/plugin.ts'
import { organizationRoles, personStates } from '../contract.ts'
import { findPeople } from './personSearch.ts'

/** What the tab keeps in the address of the settings. */
export const peopleAddress = {
  search: address.text(),
  role: address.oneOf(organizationRoles),
  state: address.oneOf(personStates),
  page: address.page,
  /** Opens the dialog that invites somebody. */
  invite: address.yes,
}

export const peopleTab = organizationSettings({
  id: 'people',
  label: 'People',
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
