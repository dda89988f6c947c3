import { afterAll, beforeAll } from 'vitest'
import { removeTemporaryFolders } from './temporary.ts'
import { takeWaits } from './waits.ts'

// Here and not in a module that tests import: those are loaded once, for all files that run in the process.
let before = process.cpuUsage()

beforeAll(() => {
  before = process.cpuUsage()
})

afterAll(removeTemporaryFolders)

// oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures that are needed from the pattern
afterAll(({}, { file }) => {
  file.meta.waits = takeWaits()
  const { user, system } = process.cpuUsage(before)
  file.meta.cpu = (user + system) / 1000
})
