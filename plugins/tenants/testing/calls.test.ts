import { testCalls } from '#core/testing/calls.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenants } from '../plugin.ts'
import { calls } from './calls.ts'

testCalls(tenants, [audit, tenants], calls)
