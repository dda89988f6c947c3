import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { TELL } from './mutant.ts'

// Set up for each test file in the run before the changes: finds out which functions it enters and which statements it runs.

export interface Entered {
  /** While files were loaded, which happens once for all test files of a process. */
  atLoad: string[]
  inTests: string[]
}

declare module 'vitest' {
  interface TaskMeta {
    entered?: Entered
  }
}

type Tell = (name: string) => void
type Query = (this: pg.Client, ...given: unknown[]) => unknown

const global = globalThis as unknown as Record<typeof TELL, Tell | undefined>
const atLoad = new Set<string>()
const inTests = new Set<string>()
let names = atLoad

if (!global[TELL]) {
  const client = pg.Client.prototype as unknown as { query: Query }
  const { query } = client
  client.query = function telling(...given) {
    const [asked] = given
    const text = typeof asked === 'string' ? asked : (asked as { text?: unknown } | undefined)?.text
    if (typeof text === 'string') for (const [, name = ''] of text.matchAll(/\/\*(\S+@\d+)\*\//g)) global[TELL]?.(name)
    return query.apply(this, given)
  }
}
global[TELL] = (name) => names.add(name)

beforeAll(() => {
  names = inTests
})

// oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures that are needed from the pattern
afterAll(({}, { file }) => {
  file.meta.entered = { atLoad: [...atLoad], inTests: [...inTests] }
})
