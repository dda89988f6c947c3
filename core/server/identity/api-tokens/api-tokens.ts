import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { apiTokenUsers, type ApiTokenUsers } from '#core/contract/api-tokens.ts'
import { user } from '#core/contract/identity.ts'
import { isStaff, type Role } from '#core/contract/roles.ts'
import { tenantStatus, openTenantStatuses, type Host } from '#core/contract/tenancy.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../core.ts'
import { Cache } from '../../database/cache.ts'
import type { Invalidations } from '../../database/invalidations.ts'
import { statement } from '../../database/statement.ts'
import { systemActor } from '../actor.ts'
import { hashOfToken, newToken } from '../invitations.ts'
import type { ApiTokens, Session } from '../signed-in-session.ts'
import { userColumns } from '../users.ts'

/** Milliseconds between writes of the last-used times. */
const NOTE_INTERVAL_MS = 60_000

/** Makes the secret: 256 random bits behind an id that may be seen, so that a leaked token is recognized. */
export function makeApiToken(): { visibleId: string; token: string } {
  const visibleId = `trl_${randomBytes(4).toString('hex')}`
  return { visibleId, token: `${visibleId}_${newToken()}` }
}

const keyOf = (hash: Buffer) => hash.toString('base64')

/** True if an organization lets users of this role use tokens; super admins belong to none. */
export const allowsTokens = (allowedFor: ApiTokenUsers | null, role: Role): boolean =>
  allowedFor === null || allowedFor === 'everyone' || (allowedFor === 'staff' && isStaff(role))

const tokenRow = user.extend({
  tokenId: z.string(),
  tokenName: z.string(),
  visibleId: z.string(),
  scopes: z.array(z.string()),
  hostSubdomain: z.string().nullable(),
  tenantStatus: tenantStatus.nullable(),
  tenantReadOnly: z.boolean(),
  allowedFor: z.enum(apiTokenUsers).nullable(),
  createdAt: z.string(),
  expiresAt: z.string(),
})

const selectToken = statement(
  tokenRow,
  `select ${userColumns}, a.id as "tokenId", a.name as "tokenName", a.visible_id as "visibleId", a.scopes,
          a.host_subdomain as "hostSubdomain", t.status as "tenantStatus",
          coalesce(t.read_only, false) as "tenantReadOnly", t.api_tokens_for as "allowedFor",
          a.created_at as "createdAt", a.expires_at as "expiresAt"
     from api_tokens a join users u on u.id = a.user_id left join tenants t on t.id = u.tenant_id
    where a.token_hash = $1`,
)

const updateLastUsed = statement(`update api_tokens a
      set last_used_at = greatest(a.last_used_at, to_timestamp(used.at / 1000.0))
     from unnest($1::uuid[], $2::bigint[]) as used (id, at) where a.id = used.id`)

interface Known {
  session: Session
  /** False while its person is deactivated or the organization closed: both may open again. */
  isOpen: boolean
  /** Milliseconds since 1970. */
  expiresAt: number
}

/** API tokens in force, in memory on every node until an invalidation; only their hashes are stored. */
export class StoredApiTokens implements ApiTokens {
  readonly #db: Database
  readonly #clock: Clock
  readonly #cache: Cache<Known | null>
  readonly #used = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(db: Database, invalidations: Invalidations, clock: Clock) {
    this.#db = db
    this.#clock = clock
    this.#cache = new Cache(invalidations, 10_000)
    const forget = (test: (session: Session) => boolean) =>
      this.#cache.forget((known) => known !== null && test(known.session))
    invalidations.on('api-token', (id) => forget((session) => session.id === id))
    invalidations.on('user', (id) => forget((session) => session.user.id === id))
    invalidations.on('tenant', (id) => forget((session) => session.user.tenantId === id))
    // The settings say whether super admins need a second factor.
    invalidations.on('settings', () => forget((session) => session.user.role === 'superadmin'))
  }

  start(): void {
    this.#timer = setInterval(() => void this.noteUsed().catch(() => undefined), NOTE_INTERVAL_MS)
    this.#timer.unref()
  }

  /** True if this node knows without a look-up whether the token counts. */
  isKnown(token: string): boolean {
    return this.#cache.has(keyOf(hashOfToken(token)))
  }

  /** Finds the person of a token on this host; null when it was revoked, has expired, or is of another host. */
  async find(token: string, host: Host): Promise<Session | null> {
    const hash = hashOfToken(token)
    const known = await this.#cache.get(keyOf(hash), () => this.#load(hash))
    const now = this.#clock.now().getTime()
    const subdomain = host.app === 'tenant' ? host.subdomain : null
    if (!known?.isOpen || known.expiresAt <= now || known.session.hostSubdomain !== subdomain) return null
    this.#used.set(known.session.id, now)
    return known.session
  }

  async #load(hash: Buffer): Promise<Known | null> {
    return this.#db.platform(systemActor, async ({ rows }) => {
      const [row] = await rows(selectToken, [hash])
      if (!row) return null
      const { tokenId, tokenName, visibleId, scopes, allowedFor, createdAt, expiresAt, ...rest } = row
      const { hostSubdomain, tenantStatus, tenantReadOnly, ...user } = rest
      const openedAt = Date.parse(createdAt)
      const apiToken = {
        name: tokenName,
        visibleId,
        scopes: new Set(scopes),
        // No organization sees those of super admins, or could revoke them.
        isAllowed: allowsTokens(allowedFor, user.role) && (user.tenantId !== null || hostSubdomain === null),
      }
      // A token never confirms who uses it.
      const session = { id: tokenId, user, hostSubdomain, tenantStatus, tenantReadOnly, openedAt, apiToken }
      return {
        session: { ...session, confirmedAt: 0, lastSeen: openedAt },
        isOpen: user.isActive && (tenantStatus === null || openTenantStatuses.has(tenantStatus)),
        expiresAt: Date.parse(expiresAt),
      }
    })
  }

  /** Writes the last-used times, with one statement for all tokens. */
  async noteUsed(): Promise<void> {
    const used = [...this.#used]
    this.#used.clear()
    if (used.length === 0) return
    await this.#db.platform(systemActor, ({ rows }) =>
      rows(updateLastUsed, [used.map(([id]) => id), used.map(([, at]) => at)]),
    )
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.noteUsed().catch(() => undefined)
  }
}
