import type { Races } from '#core/testing/races.ts'
import { organizationRaces } from './races/organizations.ts'
import { registrationRaces } from './races/registrations.ts'
import { userRaces } from './races/users.ts'

/** A race for each lock of the plugin. */
export const races: Races = { ...organizationRaces, ...registrationRaces, ...userRaces }
