import { testCalls } from '#core/testing/calls.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenants } from '#plugins/tenants/plugin.ts'
import { billing } from '../plugin.ts'
import { calls } from './calls.ts'

testCalls(billing, [audit, billing, tenants], calls)
