import { testCalls } from '#core/testing/calls.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { trainingBuilder } from '../plugin.ts'
import { calls } from './calls.ts'

testCalls(trainingBuilder, [audit, tenantApp, trainingBuilder], calls)
