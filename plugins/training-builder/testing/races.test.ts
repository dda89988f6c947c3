import { testRaces } from '#core/testing/races.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { trainingBuilder } from '../plugin.ts'
import { races } from './races.ts'

testRaces([audit, tenantApp, trainingBuilder], races)
