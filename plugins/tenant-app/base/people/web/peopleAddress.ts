import { address } from '#core/web/address.ts'
import { organizationRoles, personStates } from '../contract.ts'

/** Reads what the tab keeps in the address of the settings. */
export const peopleAddress = address.of({
  search: address.text(),
  role: address.oneOf(organizationRoles),
  state: address.oneOf(personStates),
  page: address.page,
  /** Opens the dialog that invites a person. */
  invite: address.yes,
})
