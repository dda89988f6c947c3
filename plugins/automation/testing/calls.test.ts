import { testCalls } from '#core/testing/calls.ts'
import { audit } from '#plugins/audit/server/plugin.ts'
import { billing } from '#plugins/billing/server/plugin.ts'
import { automation } from '../server/plugin.ts'
import { calls } from './calls.ts'

testCalls(automation, [audit, billing, automation], calls)
