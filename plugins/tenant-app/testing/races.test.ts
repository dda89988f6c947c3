import { testRaces } from '#core/testing/races.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenantApp } from '../plugin.ts'
import { races } from './races.ts'

testRaces([audit, tenantApp], races)
