import { testRaces } from '#core/testing/races.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { billing } from '../plugin.ts'
import { tenants } from '#plugins/tenants/plugin.ts'
import { races } from './races.ts'

testRaces([audit, billing, tenants], races)
