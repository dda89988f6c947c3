import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect } from 'vitest'
import type { AnyPlugin } from '#core/server/plugin.ts'
import type { World } from './calls.ts'
import { pluginTest, type TestPlatform } from './harness.ts'
import { LOCK, locksOf, type Lock } from './locks.ts'

/** Two acts that meet at a lock, and what holds however they meet. */
export interface Race {
  /** Takes the lock first and is held before its commit until the second waits or is done. */
  first: () => Promise<unknown>
  /** Goes on meanwhile. */
  second: () => Promise<unknown>
  /** The query before which the first is held; its commit, unless the lock outlives transactions. */
  heldBefore?: RegExp
  /**
   * Fails where each has acted as if the other was not there.
   * @param waited whether the second waited for the first; which of them is done first says nothing of that
   */
  expect: (first: Outcome, second: Outcome, waited: boolean) => Promise<void> | void
}

/** Answer of an act, or the error it threw. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
export type Outcome = any

/** Prepares a race in a world of its own. */
export type PrepareRace = (world: World) => Promise<Race>

/** A race for each lock, under its id: `plugins/billing/plans/server/plans.ts lockPlan`. */
export type Races = Record<string, PrepareRace>

/** Milliseconds between two looks whether the second act waits. */
const POLL_INTERVAL_MS = 5

const root = new URL('../../', import.meta.url).pathname

/** Read once for all races of the process: every source is parsed. */
let locks: Promise<Lock[]> | undefined

/** Interception that each query of this process passes through while a race is on. */
interface Interception {
  lock: Lock
  isDropped: boolean
  heldBefore: RegExp
  /** The connection that took the lock first. */
  holder: pg.Client | undefined
  /** Resolves when the holder is about to go on. */
  reached: PromiseWithResolvers<void>
  /** Resolves when it may. */
  released: PromiseWithResolvers<void>
}

let interception: Interception | undefined

type Query = (this: pg.Client, ...given: unknown[]) => unknown

// oxlint-disable-next-line typescript/unbound-method -- it is called on whichever client was asked
const original = pg.Client.prototype.query as unknown as Query

/** The SQL without its lock. */
function withoutLock(sql: string): string {
  return (
    sql
      .replaceAll(
        /\bfor (?:no key update|update|key share|share)\b(?: of \w+(?:, ?\w+)*)?(?: skip locked| nowait)?/gi,
        '',
      )
      .replaceAll(/\block table [^;]* in [a-z ]+ mode\b/gi, 'select')
      // Takes the same values, and only warns where nothing is locked.
      .replaceAll(/\bpg_try_advisory_\w*lock\w*\(/gi, 'null is null or pg_advisory_unlock(')
      .replaceAll(/\bpg_advisory_\w*lock\w*(?<!unlock)\(/gi, 'pg_advisory_unlock(')
  )
}

interface Asked {
  text: string
  name?: string
}

function interceptQuery(this: pg.Client, ...given: unknown[]): unknown {
  const race = interception
  const [asked] = given
  const text = typeof asked === 'string' ? asked : (asked as Asked | undefined)?.text
  if (!race || text === undefined) return original.apply(this, given)
  // A statement with optional locking has the same pattern without the lock.
  if (race.lock.sql.test(text) && LOCK.test(text)) {
    race.holder ??= this
    if (race.isDropped) given[0] = unlock(asked as string | Asked)
  } else if (race.heldBefore.test(text) && race.holder === this) {
    race.reached.resolve()
    return race.released.promise.then(() => original.apply(this, given))
  }
  return original.apply(this, given)
}

/** The same query without its lock; a prepared one has another name. */
function unlock(asked: string | Asked): string | Asked {
  if (typeof asked === 'string') return withoutLock(asked)
  const { name } = asked
  const text = withoutLock(asked.text)
  if (asked instanceof pg.Query) return Object.assign(asked, { text, ...(name ? { name: `${name} free` } : {}) })
  return { ...asked, text, ...(name ? { name: `${name} free` } : {}) }
}

const outcomeOf = (act: () => Promise<unknown>): Promise<Outcome> => act().catch((error: unknown) => error)

interface Met {
  first: Outcome
  second: Outcome
  /** True if the second waited for the first. */
  waited: boolean
}

/**
 * Holds the first act behind the lock, before its commit, until the second waits for it or is done.
 * @param isDropped lets both act without the lock
 */
async function meet(platform: TestPlatform, lock: Lock, race: Race, isDropped: boolean): Promise<Met> {
  const held: Interception = {
    lock,
    isDropped,
    heldBefore: race.heldBefore ?? /^commit$/,
    holder: undefined,
    reached: Promise.withResolvers(),
    released: Promise.withResolvers(),
  }
  const watcher = new pg.Client({ connectionString: platform.databaseUrl })
  await watcher.connect()
  pg.Client.prototype.query = interceptQuery as unknown as typeof pg.Client.prototype.query
  interception = held
  try {
    const first = outcomeOf(race.first)
    const early = await Promise.race([first.then((outcome) => ({ outcome })), held.reached.promise])
    if (early) throw new Error(`The first act ended without ${lock.id}: ${JSON.stringify(early.outcome)}`)
    const { processID } = held.holder as unknown as { processID: number }
    let isDone = false
    const second = outcomeOf(race.second).finally(() => (isDone = true))
    const waited = await waitsFor(watcher, processID, () => isDone)
    held.released.resolve()
    const [one, two] = await Promise.all([first, second])
    return { first: one, second: two, waited }
  } finally {
    held.released.resolve()
    interception = undefined
    pg.Client.prototype.query = original as unknown as typeof pg.Client.prototype.query
    await watcher.end()
  }
}

/** Resolves with true when a connection waits for `holder`, with false when the second act ends without that. */
async function waitsFor(watcher: pg.Client, holder: number, isDone: () => boolean): Promise<boolean> {
  const text = 'select from pg_stat_activity where datname = current_database() and $1 = any (pg_blocking_pids(pid))'
  while (!isDone()) {
    const { rowCount } = (await original.apply(watcher, [{ text, values: [holder] }])) as pg.QueryResult
    if (rowCount) return true
    // The second act has the core that a look would take.
    await pause(POLL_INTERVAL_MS)
  }
  return false
}

const expectationOf = async (race: Race, { first, second, waited }: Met) => race.expect(first, second, waited)

/**
 * Runs each race twice: with its lock, where what it promises holds, and without, where it must not. So a lock that is
 * taken out fails its test, and a race that would pass without its lock does too.
 */
export function testRaces(plugins: readonly AnyPlugin[], races: Races): void {
  const test = pluginTest(plugins)
  test.for(Object.entries(races))('%s decides between two at once', async ([id, prepare], { platform }) => {
    locks ??= locksOf(root)
    const lock = (await locks).find((one) => one.id === id)
    if (!lock) throw new Error(`There is no lock ${id}`)
    const prepared = async () =>
      prepare({ platform, admin: await platform.superAdmin(), organization: await platform.organization() })
    const kept = await prepared()
    const met = await meet(platform, lock, kept, false)
    await expectationOf(kept, met)
    // One that takes only what is free does not wait for the rest.
    const skips = /skip locked|pg_try_advisory/i.test(lock.sql.source)
    expect(met.waited || skips, 'The second act does not wait for the first').toBe(true)

    const free = await prepared()
    const metFreely = await meet(platform, lock, free, true)
    const broken = await expectationOf(free, metFreely).then(
      () => false,
      () => true,
    )
    expect(broken, 'Without the lock the same holds: the test decides nothing').toBe(true)
  })
}
