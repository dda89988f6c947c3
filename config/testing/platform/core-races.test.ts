import { testRaces } from '#core/testing/races.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenants } from '#plugins/tenants/plugin.ts'
import { races } from './core-races.ts'

// Without billing, the limits are those of the global settings.
testRaces([audit, tenants], races)
