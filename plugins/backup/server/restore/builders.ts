import type pg from 'pg'
import type { PutAside } from './bareSchema.ts'

interface Task {
  sql: string
  weight: number
  done: (error?: Error) => void
}

/** Builds indexes on connections of its own while tables are still being loaded; the first error ends it. */
export class Builders {
  readonly #connect: () => Promise<pg.Client>
  readonly #waiting: Task[] = []
  readonly #tables: Promise<void>[] = []
  readonly #analyze: boolean
  readonly #onBuilt: () => void
  readonly #workers: Promise<void>[] = []
  readonly #idle: (() => void)[] = []
  #finished = false
  #error: Error | undefined

  /** @param onBuilt called after each statement. @param analyze lets the server look at what tables hold */
  constructor(connect: () => Promise<pg.Client>, analyze: boolean, onBuilt: () => void) {
    this.#connect = connect
    this.#analyze = analyze
    this.#onBuilt = onBuilt
  }

  /** Throws what went wrong so far, so that nothing is loaded in vain. */
  check(): void {
    if (this.#error) throw this.#error
  }

  /** Adds a connection that builds. */
  async addWorker(): Promise<void> {
    this.#workers.push(this.#work(await this.#connect()))
  }

  /** Puts back what was put aside of a table that is complete. @param size in whatever unit, the same for all tables */
  rebuild({ table, exclusive, indexes, last }: PutAside, size: number): void {
    const steps = async () => {
      for (const sql of exclusive) await this.#run(sql, Infinity)
      await Promise.all(indexes.map(({ sql, weight }) => this.#run(sql, size * weight)))
      if (last.length > 0) await this.#run(last.join('; '), Infinity)
      if (this.#analyze) await this.#run(`analyze ${table}`, 0)
    }
    this.#tables.push(
      steps().catch((error: Error) => {
        this.#error ??= error
      }),
    )
  }

  /** Waits for everything, and ends the connections' work. @throws the first error */
  async finish(): Promise<void> {
    await Promise.all(this.#tables)
    this.#finished = true
    for (const wake of this.#idle.splice(0)) wake()
    await Promise.all(this.#workers)
    this.check()
  }

  #run(sql: string, weight: number): Promise<void> {
    return new Promise((resolve, reject) => {
      // The longest first, so that the connections end about at once.
      const place = this.#waiting.findIndex((other) => other.weight < weight)
      const done = (error?: Error) => (error ? reject(error) : resolve())
      this.#waiting.splice(place < 0 ? this.#waiting.length : place, 0, { sql, weight, done })
      this.#idle.shift()?.()
    })
  }

  async #work(client: pg.Client): Promise<void> {
    for (;;) {
      const task = this.#waiting.shift()
      if (task) {
        await client.query(task.sql).then(() => task.done(), task.done)
        this.#onBuilt()
      } else if (this.#finished) {
        return
      } else {
        await new Promise<void>((resolve) => this.#idle.push(resolve))
      }
    }
  }
}
