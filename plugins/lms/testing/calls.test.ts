import { testCalls } from '#core/testing/calls.ts'
import { audit } from '#plugins/audit/server/plugin.ts'
import { tenantApp } from '#plugins/tenant-app/server/plugin.ts'
import { lms } from '../server/plugin.ts'
import { calls } from './calls.ts'

testCalls(lms, [audit, tenantApp, lms], calls)
