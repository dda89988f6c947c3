import { testRaces } from '#core/testing/races.ts'
import { audit } from '#plugins/audit/server/plugin.ts'
import { tenants } from '#plugins/tenants/server/plugin.ts'
import { races } from './core-races.ts'

// Without billing, the limits are those of the global settings.
testRaces([audit, tenants], races)
