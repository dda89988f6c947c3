import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { loginClient } from './pool.ts'
import type { News, Scope, Topic } from '../core.ts'
import { statement } from './statement.ts'

const CHANNEL = 'trellis_invalidate'
const ALL_IDS = 'everything'
/** Milliseconds between attempts to reconnect the listener. */
const RECONNECT_DELAY_MS = 1000

type Listener = (id: string) => void

const notifyOfIds = statement('select pg_notify($1, $2 || id) from unnest($3::text[]) as id')

const notifyOfAll = statement('select pg_notify($1, $2)')

/**
 * Notifies all nodes, with the commit of a transaction, of changed data that they may have cached. While the
 * listening connection is down, `live` is false and caches must not be trusted.
 */
export class Invalidations implements News {
  readonly #databaseUrl: string
  readonly #log: FastifyBaseLogger
  readonly #listeners = new Map<Topic, Set<Listener>>()
  readonly #onEverything = new Set<() => void>()
  #client: pg.Client | undefined
  #retry: NodeJS.Timeout | undefined
  #closed = false
  live = false

  constructor(databaseUrl: string, log: FastifyBaseLogger) {
    this.#databaseUrl = databaseUrl
    this.#log = log
  }

  /** Announced when the scope commits, never when it rolls back. */
  announce(scope: Scope, topic: Topic, id: string): Promise<void> {
    return this.announceAll(scope, topic, [id])
  }

  async announceAll(scope: Scope, topic: Topic, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    // This node invalidates at once: the caller's next request may arrive before the notification.
    scope.afterCommit(() => ids.forEach((id) => this.#tell(topic, id)))
    await scope.rows(notifyOfIds, [CHANNEL, `${topic}:`, ids])
  }

  async announceEverything(scope: Scope): Promise<void> {
    scope.afterCommit(() => this.#forgetEverything())
    await scope.rows(notifyOfAll, [CHANNEL, ALL_IDS])
  }

  on(topic: Topic, listener: Listener): void {
    const listeners = this.#listeners.get(topic) ?? new Set()
    listeners.add(listener)
    this.#listeners.set(topic, listeners)
  }

  /** Invalidates everything: after a restore, and when listening resumes after a gap. */
  onEverything(listener: () => void): void {
    this.#onEverything.add(listener)
  }

  #tell(topic: Topic, id: string): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener(id)
  }

  #forgetEverything(): void {
    for (const listener of this.#onEverything) listener()
  }

  async start(): Promise<void> {
    const client = loginClient(this.#databaseUrl)
    client.on('error', (error) => this.#lost(client, error))
    client.on('end', () => this.#lost(client))
    client.on('notification', ({ payload = '' }) => {
      if (payload === ALL_IDS) return this.#forgetEverything()
      const [topic, id = ''] = payload.split(/:(.*)/s)
      this.#tell(topic as Topic, id)
    })
    this.#client = client
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
    } catch (error) {
      this.#lost(client, error as Error)
      return
    }
    this.#forgetEverything()
    this.live = true
  }

  #lost(client: pg.Client, error?: Error): void {
    if (this.#closed || client !== this.#client) return
    if (this.live)
      this.#log.warn({ err: error }, 'lost the connection that listens for changes; asking the database every time')
    this.live = false
    this.#client = undefined
    client.end().catch(() => undefined)
    this.#retry = setTimeout(() => void this.start(), RECONNECT_DELAY_MS)
  }

  async close(): Promise<void> {
    this.#closed = true
    this.live = false
    clearTimeout(this.#retry)
    await this.#client?.end().catch(() => undefined)
  }
}
