import { testRaces } from '#core/testing/races.ts'
import { audit } from '#plugins/audit/server/plugin.ts'
import { automation } from '../server/plugin.ts'
import { billing } from '#plugins/billing/server/plugin.ts'
import { races } from './races.ts'

testRaces([audit, automation, billing], races)
