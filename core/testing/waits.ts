import type { Locator, Page } from 'playwright'
import { watchLoop } from '#core/server/loop-watch.ts'

/** A test's wait for something outside of it, such as a clone of the database. */
export interface Wait {
  kind: string
  /** Milliseconds. */
  duration: number
}

/** A time in which the event loop of a test's process stood, so that no other call was answered. */
export interface TestStall {
  test: string
  /** `GET /api/sessions`; undefined where it was none, as what a test itself computes. */
  call: string | undefined
  /** Milliseconds. */
  duration: number
  /** Milliseconds of it that the process computed; the others are the machine's. */
  cpu: number
}

declare module 'vitest' {
  interface TaskMeta {
    /** Waits of a file's tests, by kind. */
    waits?: Wait[]
    /** Stalls during a file's tests. */
    stalls?: TestStall[]
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

/** Records stalls while a test runs. @param test names it; undefined between tests @returns what ends it, with the stalls */
export function recordStalls(test: () => string | undefined): () => TestStall[] {
  const stalls: TestStall[] = []
  const end = watchLoop(({ ms, cpuMs, call }) => {
    const name = test()
    if (name === undefined) return
    stalls.push({ test: name, call: call && `${call.method} ${call.route}`, duration: ms, cpu: cpuMs })
  })
  return () => {
    end()
    return stalls
  }
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
