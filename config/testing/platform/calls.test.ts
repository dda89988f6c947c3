import { testCalls } from '#core/testing/calls.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { calls } from './calls.ts'

testCalls('core', [audit], calls)
