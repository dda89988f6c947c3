import { testRaces } from '#core/testing/races.ts'
import { audit } from '../plugin.ts'
import { races } from './races.ts'

testRaces([audit], races)
