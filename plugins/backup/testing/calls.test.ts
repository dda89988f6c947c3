import { testCalls } from '#core/testing/calls.ts'
import { plugins } from '#config/plugins.ts'
import { backup } from '../plugin.ts'
import { calls } from './calls.ts'

// A restore asks for every plugin whose tables are there.
testCalls(backup, plugins, calls, { timeout: 360_000 })
