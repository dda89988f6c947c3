import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { removeTemporaryFolders } from './temporary.ts'
import { recordStalls, takeWaits } from './waits.ts'

// Here and not in a module that tests import: those are loaded once, for all files that run in the process.
let before = process.cpuUsage()
let running: string | undefined
let takeStalls = () => [] as ReturnType<ReturnType<typeof recordStalls>>

beforeAll(() => {
  before = process.cpuUsage()
  takeStalls = recordStalls(() => running)
})

beforeEach(({ task }) => {
  running = task.name
})

afterEach(() => {
  running = undefined
})

afterAll(removeTemporaryFolders)

// oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures that are needed from the pattern
afterAll(({}, { file }) => {
  file.meta.waits = takeWaits()
  file.meta.stalls = takeStalls()
  const { user, system } = process.cpuUsage(before)
  file.meta.cpu = (user + system) / 1000
})
