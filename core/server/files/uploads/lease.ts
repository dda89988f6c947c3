import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Lock, RequestRelease } from '@tus/server'
import { z } from 'zod'
import type { Core } from '../../core.ts'
import { statement } from '../../database/statement.ts'
import { AppError } from '../../errors.ts'
import { systemActor } from '../../identity/actor.ts'

/** Milliseconds between checks for a waiting request; each check also renews the lease. */
const RENEWAL_INTERVAL_MS = 1000
/** Milliseconds between two attempts to get it. */
const RETRY_DELAY_MS = 200
/** Maximum wait in milliseconds, longer than a lease that its node can no longer renew. */
const MAX_TRIES = 100

const updateLease = statement(
  z.object({ id: z.string() }),
  `update uploads set lease = $token, leased_until = now() + interval '15 seconds', is_awaited = false
    where id = $id and (lease is null or leased_until < now()) returning id`,
)
const updateIsAwaited = statement('update uploads set is_awaited = true where id = $id')
const updateLeaseEnd = statement(
  z.object({ isAwaited: z.boolean() }),
  `update uploads set leased_until = now() + interval '15 seconds'
    where id = $id and lease = $token returning is_awaited as "isAwaited"`,
)
const updateLeaseToNull = statement('update uploads set lease = null where id = $id and lease = $token')

/**
 * One request at a time writes to an upload, on whatever node. The lease is a row, not a lock of PostgreSQL, which would hold a
 * connection for as long as a client sends. The later request wins: a request that resumes after the
 * connection broke finds the one before still waiting for bytes, and makes it end.
 */
export class UploadLease implements Lock {
  readonly #core: Core
  readonly #id: string
  readonly #token = randomUUID()
  #renewal: NodeJS.Timeout | undefined

  constructor(core: Core, id: string) {
    this.#core = core
    this.#id = id
  }

  /** @throws upload.locked 423 when its holder does not release it */
  async lock(signal: AbortSignal, requestRelease: RequestRelease): Promise<void> {
    for (let tries = 1; !(await this.#take()); tries++) {
      if (tries === MAX_TRIES || signal.aborted) {
        throw new AppError('upload.locked', 423, 'Another request is still sending this file. Please try again.')
      }
      await setTimeout(RETRY_DELAY_MS)
    }
    this.#renewal = setInterval(() => void this.#renew(requestRelease), RENEWAL_INTERVAL_MS).unref()
  }

  async unlock(): Promise<void> {
    clearInterval(this.#renewal)
    await this.#core.db.platform(systemActor, ({ rows }) =>
      rows(updateLeaseToNull, { id: this.#id, token: this.#token }),
    )
  }

  #take(): Promise<boolean> {
    return this.#core.db.platform(systemActor, async ({ rows }) => {
      const taken = await rows(updateLease, { id: this.#id, token: this.#token })
      if (taken.length === 0) await rows(updateIsAwaited, { id: this.#id })
      return taken.length > 0
    })
  }

  async #renew(requestRelease: RequestRelease): Promise<void> {
    try {
      const held = await this.#core.db.platform(systemActor, ({ rows }) =>
        rows(updateLeaseEnd, { id: this.#id, token: this.#token }),
      )
      // Without a row another request has the lease, or the upload is gone.
      if (held.every(({ isAwaited }) => isAwaited)) await requestRelease()
    } catch {
      // The database is unavailable: the next check may reach it, and no part is recorded without it.
    }
  }
}
