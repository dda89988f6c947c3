import { testCalls } from '#core/testing/calls.ts'
import { audit } from '#plugins/audit/server/plugin.ts'
import { tenants } from '#plugins/tenants/server/plugin.ts'
import { billing } from '../server/plugin.ts'
import { calls } from './calls.ts'

testCalls(billing, [audit, billing, tenants], calls)
