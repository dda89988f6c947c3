import { testRaces } from '#core/testing/races.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { automation } from '../plugin.ts'
import { billing } from '#plugins/billing/plugin.ts'
import { races } from './races.ts'

testRaces([audit, automation, billing], races)
