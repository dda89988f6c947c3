import { afterAll } from 'vitest'
import { removeTemporaryFolders } from './temporary.ts'

// Here and not in a module that tests import: those are loaded once, for all files that run in the process.
afterAll(removeTemporaryFolders)
