import type { FastifyBaseLogger } from 'fastify'
import { record } from '../audit.ts'
import type { Clock } from '../clock.ts'
import type { Database, PlatformScope } from '../core.ts'
import { type Actor, systemActor } from '../identity/actor.ts'
import { countText } from '../texts.ts'

/** Milliseconds after a refusal in which others of the same person for the same reason are counted alone. */
const WINDOW_MS = 60_000

/** People and reasons that are counted at a time; the oldest is written early when there are more. */
const MAX_COUNTED = 1000

interface Window {
  actor: Actor
  reason: string
  since: Date
  until: Date
  /** Refusals that are not written yet. */
  unwritten: number
  timer: NodeJS.Timeout | undefined
}

/**
 * Records refused calls, reading and changing ones alike: the first of a person for a reason at once, those of the minute
 * after it as one entry with their number. So repeated refusals fill neither the log nor memory.
 * Each node counts for itself.
 */
export class Refusals {
  readonly #db: Database
  readonly #clock: Clock
  readonly #log: FastifyBaseLogger
  readonly #windows = new Map<string, Window>()
  readonly #writing = new Set<Promise<void>>()

  constructor(db: Database, clock: Clock, log: FastifyBaseLogger) {
    this.#db = db
    this.#clock = clock
    this.#log = log
  }

  /** @throws what keeps the first of a minute from being written; it is counted then */
  async record(actor: Actor, reason: string): Promise<void> {
    const key = `${actor.user?.id ?? actor.ipAddress} ${reason}`
    const now = this.#clock.now()
    const open = this.#windows.get(key)
    if (open && now.getTime() - open.since.getTime() < WINDOW_MS) {
      Object.assign(open, { actor, until: now, unwritten: open.unwritten + 1 })
      return
    }
    this.#end(key)
    const [oldest] = this.#windows.size >= MAX_COUNTED ? this.#windows.keys() : []
    if (oldest !== undefined) this.#end(oldest)
    const window: Window = { actor, reason, since: now, until: now, unwritten: 0, timer: undefined }
    this.#open(key, window)
    try {
      await this.#db.platform(actor, (scope) => record(scope, entryOf(actor, `Refused: ${reason}`)))
    } catch (error) {
      window.unwritten += 1
      throw error
    }
  }

  #open(key: string, window: Window): void {
    // What is left at a stop is written by `close`; a process that is done need not wait for it.
    window.timer = setTimeout(() => this.#end(key), WINDOW_MS).unref()
    this.#windows.set(key, window)
  }

  #end(key: string): void {
    const window = this.#windows.get(key)
    if (!window) return
    clearTimeout(window.timer)
    this.#windows.delete(key)
    if (window.unwritten === 0) return
    const writing = this.#db
      .platform(systemActor, (scope) => recordWindow(scope, window))
      .catch((error: unknown) => {
        const next = this.#windows.get(key)
        if (next) next.unwritten += window.unwritten
        else if (this.#windows.size < MAX_COUNTED) this.#open(key, window)
        else this.#giveUp([window], error)
      })
      .finally(() => this.#writing.delete(writing))
    this.#writing.add(writing)
  }

  /** Writes what has been counted; called when no more calls come. */
  async close(): Promise<void> {
    await Promise.all(this.#writing)
    const left = [...this.#windows.values()]
    this.#windows.clear()
    for (const { timer } of left) clearTimeout(timer)
    const unwritten = left.filter((window) => window.unwritten > 0)
    if (unwritten.length === 0) return
    try {
      await this.#db.platform(systemActor, async (scope) => {
        for (const window of unwritten) await recordWindow(scope, window)
      })
    } catch (error) {
      this.#giveUp(unwritten, error)
    }
  }

  #giveUp(windows: readonly Window[], error: unknown): void {
    const refusals = windows.map(({ actor, reason, unwritten: times }) => ({ user: actor.user?.id, reason, times }))
    this.#log.error({ err: error, refusals }, 'refused calls could not be recorded')
  }
}

const recordWindow = (scope: PlatformScope, { actor, reason, since, until, unwritten }: Window) =>
  record(
    { ...scope, actor },
    {
      ...entryOf(actor, `Refused ${countText(unwritten, 'more time')}: ${reason}`),
      metadata: { times: unwritten, since: since.toISOString(), until: until.toISOString() },
    },
  )

const entryOf = ({ user }: Actor, description: string) =>
  ({
    action: 'access.refused',
    category: 'security',
    severity: 'warning',
    description,
    tenantId: user?.tenantId ?? null,
    success: false,
  }) as const
