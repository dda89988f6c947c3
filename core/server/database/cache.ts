import type { Core, News, Topic } from '../core.ts'
import { anyAttempt } from '../jobs/attempt.ts'

/**
 * Caches answers of the database while the node receives invalidations. Otherwise every look-up queries.
 */
export class Cache<Value> {
  readonly #entries = new Map<string, Value>()
  readonly #loading = new Map<string, Promise<Value>>()
  readonly #invalidations: Pick<News, 'live' | 'onEverything'>
  readonly #max: number
  #generation = 0

  /** @param max maximum entries; the least recently used one is evicted first */
  constructor(invalidations: Pick<News, 'live' | 'onEverything'>, max: number) {
    this.#invalidations = invalidations
    this.#max = max
    invalidations.onEverything(() => this.clear())
  }

  /** True if `get` answers without a look-up. */
  has(key: string): boolean {
    return this.#invalidations.live && this.#entries.has(key)
  }

  async get(key: string, load: () => Promise<Value>): Promise<Value> {
    if (!this.#invalidations.live) return load()
    const kept = this.#entries.get(key)
    if (kept !== undefined) {
      this.#entries.delete(key)
      this.#entries.set(key, kept)
      return kept
    }
    return this.#loading.get(key) ?? this.#loadOnce(key, load)
  }

  /** Loads a value once: concurrent callers for one key share one look-up. */
  #loadOnce(key: string, load: () => Promise<Value>): Promise<Value> {
    const generation = this.#generation
    // Others wait for it as well: it belongs to no job, not even to the one that asked first.
    const loading = anyAttempt(load)
      .then((value) => {
        // A value read before a change that arrives after its invalidation would stay stale for ever.
        if (generation === this.#generation && this.#invalidations.live) this.#keep(key, value)
        return value
      })
      .finally(() => {
        if (this.#loading.get(key) === loading) this.#loading.delete(key)
      })
    this.#loading.set(key, loading)
    return loading
  }

  #keep(key: string, value: Value): void {
    this.#entries.set(key, value)
    if (this.#entries.size > this.#max) this.#entries.delete(this.#entries.keys().next().value as string)
  }

  /** Removes the entries that match the test. */
  forget(test: (value: Value, key: string) => boolean): void {
    this.#generation++
    this.#loading.clear()
    for (const [key, value] of this.#entries) if (test(value, key)) this.#entries.delete(key)
  }

  clear(): void {
    this.#generation++
    this.#loading.clear()
    this.#entries.clear()
  }
}

/**
 * Returns a function that finds a platform's cache, made on first use.
 * @param options.max maximum entries
 * @param options.topic announcements that clear it; none for values that never change
 */
export function cachePerCore<Value>({ max, topic }: { max: number; topic?: Topic }): (core: Core) => Cache<Value> {
  const caches = new WeakMap<Core, Cache<Value>>()
  return (core) => {
    const known = caches.get(core)
    if (known) return known
    const cache = new Cache<Value>(core.invalidations, max)
    if (topic) core.invalidations.on(topic, () => cache.clear())
    caches.set(core, cache)
    return cache
  }
}
