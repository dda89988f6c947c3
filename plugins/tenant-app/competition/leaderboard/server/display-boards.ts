import { createHash } from 'node:crypto'
import { z } from 'zod'
import { openTenantStatuses } from '#core/contract/tenancy.ts'
import type { Core } from '#core/server/core.ts'
import { Cache } from '#core/server/database/cache.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { TaggedAnswer } from '#core/server/http/answers.ts'
import type { Http } from '#core/server/http/context.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { period } from '../../../base/points/contract.ts'
import type { ShownBoard } from '../settings-contract.ts'
import { BOARD_CHANGED } from './announce-board.ts'
import { hashOf } from './displays.ts'
import { getShownBoard, type ShownFor } from './shown.ts'

/** Milliseconds for which a board is cached at most, and between updates of a display's last use. */
const CACHE_MS = 300_000

/** Maximum number of cached boards and links, some kilobytes each. */
const MAX_CACHED = 5000

interface Link extends ShownFor {
  id: string
  tenantId: string
  /** Milliseconds since 1970 of the last use known to this node. */
  usedAt: number
}

interface Board {
  tenantId: string
  answer: TaggedAnswer<ShownBoard>
}

const selectDisplayByToken = statement(
  z.object({ id: z.uuid(), period, grade: z.string().nullable(), lastUsedAt: z.string().nullable() }),
  `select id, period, grade, last_used_at as "lastUsedAt" from leaderboard_displays
    where tenant_id = $tenantId and token_hash = $hash`,
)

const updateLastUsed = statement('update leaderboard_displays set last_used_at = $now where id = $id')

/**
 * Cache of displays' boards: 500 displays that poll every 30 seconds cost the database next to nothing. An organization's
 * board, by period and grade, and the owner of a token are cached until their data changes (`BOARD_CHANGED`, and the
 * organization itself), which every node hears with the commit.
 */
export class DisplayBoards {
  readonly #core: Core
  readonly #boards: Cache<Board>
  readonly #links: Cache<Link>

  constructor(core: Core) {
    this.#core = core
    this.#boards = new Cache(core.invalidations, MAX_CACHED)
    this.#links = new Cache(core.invalidations, MAX_CACHED)
    for (const topic of [BOARD_CHANGED, 'tenant'] as const) {
      core.invalidations.on(topic, (id) => {
        this.#boards.forget(({ tenantId }) => tenantId === id)
        this.#links.forget(({ tenantId }) => tenantId === id)
      })
    }
  }

  /** Reads the board of a display of this organization. */
  async boardOf(tenantId: string, { period, grade }: ShownFor): Promise<TaggedAnswer<ShownBoard>> {
    // Zones differ by whole quarters of an hour, so that no week or month begins within a cached interval. Unannounced changes,
    // such as an expiring consent, take effect at its end too.
    const time = Math.floor(this.#core.clock.now().getTime() / CACHE_MS)
    const key = JSON.stringify([tenantId, period, grade, time])
    const { answer } = await this.#boards.get(key, async () => {
      const board = await this.#core.db.tenant(tenantId, systemActor, (scope) =>
        getShownBoard(scope, { period, grade }),
      )
      return { tenantId, answer: new TaggedAnswer(board, tagOf(board)) }
    })
    return answer
  }

  /** Answers the display with this token. @throws not-found for any refusal, so that the answer does not reveal the cause */
  async read({ tenant, reply }: Http, token: string): Promise<TaggedAnswer<ShownBoard>> {
    reply.header('x-robots-tag', 'noindex')
    if (!tenant || !openTenantStatuses.has(tenant.status)) throw notFound('Display')
    const link = await this.#linkOf(tenant.id, token)
    await this.#note(link)
    return this.boardOf(tenant.id, link)
  }

  /** Finds the display of a token. Refused tokens are not cached: there are more invalid ones than valid ones. */
  #linkOf(tenantId: string, token: string): Promise<Link> {
    const hash = hashOf(token)
    return this.#links.get(`${tenantId} ${hash.toString('base64url')}`, async () => {
      const [found] = await this.#core.db.tenant(tenantId, systemActor, ({ lastRows }) =>
        lastRows(selectDisplayByToken, { tenantId, hash }),
      )
      if (!found) throw notFound('Display')
      const { lastUsedAt, ...link } = found
      return { ...link, tenantId, usedAt: lastUsedAt === null ? 0 : Date.parse(lastUsedAt) }
    })
  }

  /** Saves every five minutes that the display is in use. */
  async #note(link: Link): Promise<void> {
    const now = this.#core.clock.now()
    if (now.getTime() - link.usedAt < CACHE_MS) return
    link.usedAt = now.getTime()
    await this.#core.db.tenant(link.tenantId, systemActor, ({ lastRows }) =>
      lastRows(updateLastUsed, { id: link.id, now }),
    )
  }
}

/** Makes an ETag from the contents, so that all nodes and restarts give the same. */
const tagOf = (board: ShownBoard) =>
  `"${createHash('sha256').update(JSON.stringify(board)).digest('base64url').slice(0, 22)}"`
