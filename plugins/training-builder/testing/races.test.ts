import { testRaces } from '#core/testing/races.ts'
import { audit } from '#plugins/audit/server/plugin.ts'
import { tenantApp } from '#plugins/tenant-app/server/plugin.ts'
import { trainingBuilder } from '../server/plugin.ts'
import { races } from './races.ts'

testRaces([audit, tenantApp, trainingBuilder], races)
