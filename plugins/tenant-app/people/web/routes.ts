import { address } from '#core/web/address.ts'
import { organizationSettings } from '#core/web/places.ts'
import { part } from '#core/web/plugin.ts'
import { organizationRoles, personStates } from '../contract.ts'

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
