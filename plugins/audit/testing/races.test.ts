import { testRaces } from '#core/testing/races.ts'
import { audit } from '../server/plugin.ts'
import { races } from './races.ts'

testRaces([audit], races)
