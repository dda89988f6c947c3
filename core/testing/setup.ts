import { afterAll } from 'vitest'
import { removeTemporaryFolders } from './temporary.ts'
import { takeWaits } from './waits.ts'

// Here and not in a module that tests import: those are loaded once, for all files that run in the process.
afterAll(removeTemporaryFolders)

// oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures that are needed from the pattern
afterAll(({}, { file }) => {
  file.meta.waits = takeWaits()
})
