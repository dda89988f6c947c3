import type { Invalidations } from './invalidations.ts'

/**
 * Answers of the database, kept in memory as long as the node hears of changes. While it does not, every look-up asks.
 */
export class Cache<Value> {
  readonly #entries = new Map<string, Value>()
  readonly #invalidations: Invalidations
  readonly #max: number
  #generation = 0

  /** @param max entries; the one unused for longest goes first */
  constructor(invalidations: Invalidations, max: number) {
    this.#invalidations = invalidations
    this.#max = max
    invalidations.onReconnect(() => this.clear())
  }

  async get(key: string, load: () => Promise<Value>): Promise<Value> {
    if (!this.#invalidations.live) return load()
    const kept = this.#entries.get(key)
    if (kept !== undefined) {
      this.#entries.delete(key)
      this.#entries.set(key, kept)
      return kept
    }
    const generation = this.#generation
    const value = await load()
    // What was read before a change and arrives after the news of it would stay wrong for ever.
    if (generation === this.#generation && this.#invalidations.live) {
      this.#entries.set(key, value)
      if (this.#entries.size > this.#max) this.#entries.delete(this.#entries.keys().next().value as string)
    }
    return value
  }

  /** Forgets the entries that the test fits. */
  forget(test: (value: Value, key: string) => boolean): void {
    this.#generation++
    for (const [key, value] of this.#entries) if (test(value, key)) this.#entries.delete(key)
  }

  clear(): void {
    this.#generation++
    this.#entries.clear()
  }
}
