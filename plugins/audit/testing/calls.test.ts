import { testCalls } from '#core/testing/calls.ts'
import { audit } from '../plugin.ts'
import { calls } from './calls.ts'

testCalls(audit, [audit], calls)
