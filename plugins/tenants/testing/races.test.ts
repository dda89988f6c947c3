import { testRaces } from '#core/testing/races.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenants } from '../plugin.ts'
import { races } from './races.ts'

testRaces([audit, tenants], races)
