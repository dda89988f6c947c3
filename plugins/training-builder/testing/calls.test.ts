import { testCalls } from '#core/testing/calls.ts'
import { audit } from '#plugins/audit/server/plugin.ts'
import { tenantApp } from '#plugins/tenant-app/server/plugin.ts'
import { trainingBuilder } from '../server/plugin.ts'
import { calls } from './calls.ts'

testCalls(trainingBuilder, [audit, tenantApp, trainingBuilder], calls)
