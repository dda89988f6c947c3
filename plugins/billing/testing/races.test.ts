import { testRaces } from '#core/testing/races.ts'
import { audit } from '#plugins/audit/server/plugin.ts'
import { billing } from '../server/plugin.ts'
import { tenants } from '#plugins/tenants/server/plugin.ts'
import { races } from './races.ts'

testRaces([audit, billing, tenants], races)
