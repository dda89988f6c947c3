import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { REPORT_FUNCTION } from './mutant.ts'

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

const global = globalThis as unknown as Record<typeof REPORT_FUNCTION, Tell | undefined>
const atLoad = new Set<string>()
const inTests = new Set<string>()
let names = atLoad

if (!global[REPORT_FUNCTION]) {
  let query = (pg.Client.prototype as unknown as { query: Query }).query
  Object.defineProperty(pg.Client.prototype, 'query', {
    // Around whatever stands there at the moment: races put their own before it, and look statements up by their text.
    get: () => reportEntered(query),
    set: (replacement: Query) => {
      query = replacement
    },
  })
}

/** Reports which statement is run, and runs it without its marker comment. */
function reportEntered(query: Query): Query {
  return function telling(...given) {
    const [asked] = given
    if (typeof asked === 'string') given[0] = reportText(asked)
    else if (isText(asked)) asked.text = reportText(asked.text)
    return query.apply(this, given)
  }
}

const isText = (asked: unknown): asked is { text: string } =>
  typeof asked === 'object' && asked !== null && 'text' in asked && typeof asked.text === 'string'

function reportText(text: string): string {
  return text.replaceAll(/\/\*(\S+@\d+)\*\/ /g, (_, name: string) => {
    global[REPORT_FUNCTION]?.(name)
    return ''
  })
}

global[REPORT_FUNCTION] = (name) => names.add(name)

beforeAll(() => {
  names = inTests
})

// oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures that are needed from the pattern
afterAll(({}, { file }) => {
  file.meta.entered = { atLoad: [...atLoad], inTests: [...inTests] }
})
