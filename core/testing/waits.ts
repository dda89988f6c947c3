import type { Locator, Page } from 'playwright'

/** A test's wait for something outside of it, such as a clone of the database. */
export interface Wait {
  kind: string
  /** Milliseconds. */
  duration: number
}

declare module 'vitest' {
  interface TaskMeta {
    /** Waits of a file's tests, by kind. */
    waits?: Wait[]
    /** Milliseconds of a core that the file's process took. */
    cpu?: number
  }
}

let waits: Wait[] = []

/** Runs `work` and records how long it took under `kind`, whether or not it fails. */
export async function recordWait<Result>(kind: string, work: () => Promise<Result>): Promise<Result> {
  const start = performance.now()
  try {
    return await work()
  } finally {
    waits.push({ kind, duration: performance.now() - start })
  }
}

/** Returns the waits recorded in this process since the last call. */
export function takeWaits(): Wait[] {
  const taken = waits
  waits = []
  return taken
}

type Actions = Record<string, (...given: unknown[]) => Promise<unknown>>

const LOCATOR_ACTIONS = ['click', 'fill', 'press', 'pressSequentially', 'waitFor', 'setInputFiles']
const PAGE_ACTIONS = ['goto', 'reload', 'waitForURL', 'waitForLoadState']
const recorded = new WeakSet<object>()

/** Records what this page's kind of pages and locators is asked to do, once for a process. */
export function recordActions(page: Page): void {
  recordMethods(page, 'page', PAGE_ACTIONS)
  recordMethods(page.locator('html') satisfies Locator, 'locator', LOCATOR_ACTIONS)
}

function recordMethods(instance: object, owner: string, names: readonly string[]): void {
  const actions = Object.getPrototypeOf(instance) as Actions
  if (recorded.has(actions)) return
  recorded.add(actions)
  for (const name of names) {
    const act = actions[name]
    if (!act) throw new Error(`Playwright has no ${owner}.${name} any more`)
    actions[name] = function recordedAction(this: unknown, ...given) {
      return recordWait(`${owner}.${name}`, () => act.apply(this, given))
    }
  }
}
