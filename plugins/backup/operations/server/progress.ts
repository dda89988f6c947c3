import type { Core } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import type { Report } from '../../creating/server/create.ts'
import { RESTORED_STEP } from './operation.ts'

/** Milliseconds between two notes. */
const NOTE_INTERVAL_MS = 1000

const updateProgress = statement('update backup_operations set step = $2, progress = $3 where id = $1 and step <> $4')

/** Writes down how far an operation has come, once a second at most; a note that fails is left out. */
export class ProgressNotes {
  readonly #core: Core
  readonly #id: string
  readonly #also: Report | undefined
  readonly #timer: NodeJS.Timeout
  #latest: { step: string; progress: number | null } | undefined
  #written: { step: string; progress: number | null } | undefined
  #writing = Promise.resolve()

  constructor(core: Core, id: string, also?: Report) {
    this.#core = core
    this.#id = id
    this.#also = also
    this.#timer = setInterval(() => this.#write(), NOTE_INTERVAL_MS)
  }

  readonly report: Report = (step, done, total) => {
    const progress = total ? Math.min(100, Math.floor((done / total) * 1000) / 10) : null
    const first = this.#latest === undefined
    this.#latest = { step, progress }
    if (first) this.#write()
    this.#also?.(step, done, total)
  }

  #write(): void {
    const latest = this.#latest
    if (!latest || latest === this.#written) return
    this.#written = latest
    this.#writing = this.#writing
      .then(() =>
        this.#core.db.platform(systemActor, ({ rows }) =>
          rows(updateProgress, [this.#id, latest.step.slice(0, 200), latest.progress, RESTORED_STEP]),
        ),
      )
      .then(
        () => undefined,
        () => undefined,
      )
  }

  /** Returns when nothing is being written any more. */
  async end(): Promise<void> {
    clearInterval(this.#timer)
    await this.#writing
  }
}
