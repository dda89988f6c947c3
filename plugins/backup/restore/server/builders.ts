import type pg from 'pg'
import type { PutAside } from './bare-schema.ts'

interface Task {
  sql: string
  /** Size of its table. */
  size: number
  weight: number
  done: (error?: Error) => void
}

/** Builds indexes on connections of its own while tables are still being loaded; the first error ends it. */
export class Builders {
  readonly #waiting: Task[] = []
  readonly #tables = new Map<PutAside, Promise<void>>()
  readonly #analyze: boolean
  readonly #onBuilt: (built: number, known: number) => void
  readonly #workers: Promise<void>[] = []
  readonly #idle: (() => void)[] = []
  #known = 0
  #built = 0
  #finished = false
  #error: Error | undefined

  /** @param onBuilt called after each statement, with those of all tables that are complete. @param analyze lets the server look at what tables hold */
  constructor(analyze: boolean, onBuilt: (built: number, known: number) => void) {
    this.#analyze = analyze
    this.#onBuilt = onBuilt
  }

  /** Throws what went wrong so far, so that nothing is loaded in vain. */
  check(): void {
    if (this.#error) throw this.#error
  }

  /** Adds a connection that builds. */
  addWorker(client: pg.Client): void {
    this.#workers.push(this.#work(client))
  }

  /**
   * Puts back what was put aside of a table that is complete, once that of its partitions is back, for which this was
   * called before.
   * @param size in whatever unit, the same for all tables
   */
  rebuild(table: PutAside, size: number): void {
    const { partitions, exclusive, indexes, last, analyzed } = table
    const analyses = this.#analyze ? analyzed.map((what) => `analyze ${what}`) : []
    const final = last.length > 0 ? [last.join('; ')] : []
    this.#known += exclusive.length + indexes.length + final.length + analyses.length
    const steps = async () => {
      await Promise.all(partitions.flatMap((partition) => this.#tables.get(partition) ?? []))
      for (const sql of exclusive) await this.#run(sql, size, Infinity)
      await Promise.all(indexes.map(({ sql, weight }) => this.#run(sql, size, weight)))
      for (const sql of final) await this.#run(sql, size, Infinity)
      await Promise.all(analyses.map((sql) => this.#run(sql, size, 0)))
    }
    this.#tables.set(
      table,
      steps().catch((error: Error) => {
        this.#error ??= error
      }),
    )
  }

  /** Waits for everything, and ends the connections' work. @throws the first error */
  async finish(): Promise<void> {
    await Promise.all(this.#tables.values())
    this.#finished = true
    for (const wake of this.#idle.splice(0)) wake()
    await Promise.all(this.#workers)
    this.check()
  }

  #run(sql: string, size: number, weight: number): Promise<void> {
    return new Promise((resolve, reject) => {
      // The largest table first, and of each what takes longest, so that the connections end about at once: what can be
      // done only when a table is otherwise complete is then done beside the work on smaller ones.
      const place = this.#waiting.findIndex(
        (other) => other.size < size || (other.size === size && other.weight < weight),
      )
      const done = (error?: Error) => (error ? reject(error) : resolve())
      this.#waiting.splice(place < 0 ? this.#waiting.length : place, 0, { sql, size, weight, done })
      this.#idle.shift()?.()
    })
  }

  async #work(client: pg.Client): Promise<void> {
    for (;;) {
      const task = this.#waiting.shift()
      if (task) {
        await client.query(task.sql).then(() => task.done(), task.done)
        this.#onBuilt(++this.#built, this.#known)
      } else if (this.#finished) {
        return
      } else {
        await new Promise<void>((resolve) => this.#idle.push(resolve))
      }
    }
  }
}
