import { z } from 'zod'
import { organizationSettings } from '#core/web/places.ts'
import { part } from '#core/web/plugin.ts'
import { organizationRoles, personStates } from '../contract.ts'

/** What the tab keeps in the address of the settings. A value that was tampered with is as good as none. */
export const peopleAddress = {
  search: z
    .union([z.string(), z.number().transform(String)])
    .optional()
    .catch(undefined),
  role: z.enum(organizationRoles).optional().catch(undefined),
  state: z.enum(personStates).optional().catch(undefined),
  page: z.coerce.number().int().min(1).optional().catch(undefined),
  /** Opens the dialog that invites somebody. */
  invite: z.literal(true).optional().catch(undefined),
}

export const peopleTab = organizationSettings({
  id: 'people',
  label: 'People',
  order: 25,
  roles: ['tenant_admin'],
  component: part(() => import('./PeopleTab.tsx'), 'PeopleTab'),
})
