import { testCalls } from '#core/testing/calls.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenantApp } from '../plugin.ts'
import { calls } from './calls.ts'

testCalls(tenantApp, [audit, tenantApp], calls)
