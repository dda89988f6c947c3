import { testCalls } from '#core/testing/calls.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { billing } from '#plugins/billing/plugin.ts'
import { automation } from '../plugin.ts'
import { calls } from './calls.ts'

testCalls(automation, [audit, billing, automation], calls)
