import { vi } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { testRaces } from '#core/testing/races.ts'
import { races } from './races.ts'

// Some of them make archives and restore them.
vi.setConfig({ testTimeout: 480_000 })

// A restore asks for every plugin whose tables are there.
testRaces(plugins, races)
