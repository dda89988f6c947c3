import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { user } from '#core/contract/identity.ts'
import { tenantStatus, openTenantStatuses, type Host } from '#core/contract/tenancy.ts'
import type { Clock } from '../clock.ts'
import type { Database, PlatformScope, Scope, Sessions } from '../core.ts'
import type { SsoOrigin } from '../identity/signed-in-session.ts'
import type { Session } from './signed-in-session.ts'
import { Cache } from '../database/cache.ts'
import type { Invalidations } from '../database/invalidations.ts'
import { asOperator } from '../database/scope.ts'
import { statement } from '../database/statement.ts'
import type { SettingsStore } from '../settings/settings.ts'
import { systemActor } from './actor.ts'
import { userColumns } from './users.ts'
import { SessionModel } from './session.ts'

const hashOf = (token: string) => createHash('sha256').update(token).digest()
/** Milliseconds between writes of the last-used times. */
const NOTE_INTERVAL_MS = 60_000
/** Devices on which one account can be signed in; the least recently used one is signed out. */
const MAX_DEVICES = 20
const DAY_MS = 86_400_000

const sessionRow = user.extend({
  sessionId: z.string(),
  hostSubdomain: z.string().nullable(),
  tenantStatus: tenantStatus.nullable(),
  tenantReadOnly: z.boolean(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  confirmedAt: z.string(),
})

const deleteOldestSessions = statement(
  z.object({ id: z.string() }),
  `with ended as (delete from auth_sessions where id in (
         select id from auth_sessions where user_id = $1 and id <> $2 order by last_seen_at desc, created_at desc offset $3)
       returning id), devices as (delete from push_subscriptions where session_id in (select id from ended))
     select id from ended`,
)

// A session that was idle ends without it: its device goes on getting notifications until its user signs out.
const deletePushOfSession = statement('delete from push_subscriptions where session_id = $id and user_id = $userId')
const deletePushOfTenant = statement('delete from push_subscriptions where tenant_id = $tenantId')

const selectSession = statement(
  sessionRow,
  `select ${userColumns}, s.id as "sessionId", s.host_subdomain as "hostSubdomain", s.last_seen_at as "lastSeenAt",
                s.created_at as "createdAt", s.confirmed_at as "confirmedAt", t.status as "tenantStatus",
                coalesce(t.read_only, false) as "tenantReadOnly"
           from auth_sessions s join users u on u.id = s.user_id left join tenants t on t.id = u.tenant_id
          where s.token_hash = $1 and u.is_active`,
)

const updateLastSeen = statement(`update auth_sessions s set last_seen_at = to_timestamp(seen.at / 1000.0)
             from unnest($1::uuid[], $2::bigint[]) as seen (id, at) where s.id = seen.id`)

const deleteEndedSessions =
  statement(`delete from auth_sessions where last_seen_at < $1::timestamptz - make_interval(mins => $2)
             or created_at < $1::timestamptz - make_interval(days => $3)`)

/**
 * Sessions that can be revoked: the cookie holds a random token, a row with its hash makes it valid, and deleting the
 * row ends it at once on every node.
 */
export class SignedInSessions implements Sessions {
  readonly #db: Database
  readonly #settings: SettingsStore
  readonly #clock: Clock
  readonly #cache: Cache<Session | null>
  readonly #seen = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(db: Database, invalidations: Invalidations, settings: SettingsStore, clock: Clock) {
    this.#db = db
    this.#settings = settings
    this.#clock = clock
    this.#cache = new Cache(invalidations, 50_000)
    invalidations.on('session', (id) => this.#cache.forget((session) => session?.id === id))
    invalidations.on('user', (id) => this.#cache.forget((session) => session?.user.id === id))
    invalidations.on('tenant', (id) => this.#cache.forget((session) => session?.user.tenantId === id))
    // The settings say whether super admins need a second factor.
    invalidations.on('settings', () => this.#cache.forget((session) => session?.user.role === 'superadmin'))
  }

  start(): void {
    this.#timer = setInterval(() => void this.noteSeen().catch(() => undefined), NOTE_INTERVAL_MS)
    this.#timer.unref()
  }

  /**
   * Opens a session on this host and returns its token, the cookie's only content. The oldest of 21 ends.
   * @param options.confirmedAt time of the last confirmation of identity; now by default
   * @param options.sso identity at a provider that opens it
   */
  async open(
    scope: PlatformScope,
    user: { id: string; tenantId: string | null },
    host: Host,
    { confirmedAt = this.#clock.now(), sso }: { confirmedAt?: Date; sso?: SsoOrigin | undefined } = {},
  ): Promise<{ id: string; token: string }> {
    const token = randomBytes(32).toString('base64url')
    const { id } = await SessionModel.query(scope.trx).insert({
      tokenHash: hashOf(token),
      userId: user.id,
      tenantId: user.tenantId,
      hostSubdomain: host.app === 'tenant' ? host.subdomain : null,
      userAgent: (scope.actor.userAgent ?? '').slice(0, 500),
      ipAddress: scope.actor.ipAddress ?? '',
      createdAt: this.#clock.now().toISOString(),
      lastSeenAt: this.#clock.now().toISOString(),
      confirmedAt: confirmedAt.toISOString(),
      ssoIdentityId: sso?.identityId ?? null,
      ssoSession: sso?.session ?? null,
    })
    const tooMany = await scope.rows(deleteOldestSessions, [user.id, id, MAX_DEVICES - 1])
    await scope.core.invalidations.announceAll(
      scope,
      'session',
      tooMany.map((session) => session.id),
    )
    return { id, token }
  }

  /** Replaces the token of a session, for example after a changed password; the previous one is refused. */
  async renew(scope: PlatformScope, id: string): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    await SessionModel.query(scope.trx)
      .findById(id)
      .patch({ tokenHash: hashOf(token) })
    await scope.core.invalidations.announce(scope, 'session', id)
    return token
  }

  /**
   * The session of a token on this host; null when it has ended, was idle for too long or is too old, or belongs to
   * another host. `unused` does not update the last-used time, for automatic requests of a screen.
   */
  async find(token: string, host: Host, { unused = false } = {}): Promise<Session | null> {
    const hash = hashOf(token)
    const key = hash.toString('base64')
    const session = await this.#cache.get(key, () => this.#load(hash))
    const subdomain = host.app === 'tenant' ? host.subdomain : null
    if (!session || session.hostSubdomain !== subdomain) return null
    const now = this.#clock.now().getTime()
    const { sessionTimeoutMinutes, sessionLifetimeDays } = await this.#settings.current()
    const timeout = sessionTimeoutMinutes * 60_000
    if (now - session.openedAt > sessionLifetimeDays * DAY_MS) return null
    if (now - session.lastSeen > timeout) {
      // Another node may have recorded a later use.
      const fresh = await this.#load(hash)
      if (!fresh || now - fresh.lastSeen > timeout) {
        this.#cache.forget((_, other) => other === key)
        return null
      }
      session.lastSeen = fresh.lastSeen
    }
    if (unused) return session
    session.lastSeen = now
    this.#seen.set(session.id, now)
    return session
  }

  async #load(hash: Buffer): Promise<Session | null> {
    return this.#db.platform(systemActor, async ({ rows }) => {
      const [row] = await rows(selectSession, [hash])
      if (!row || (row.tenantStatus !== null && !openTenantStatuses.has(row.tenantStatus))) return null
      const { sessionId, hostSubdomain, tenantStatus, tenantReadOnly, createdAt, lastSeenAt, confirmedAt, ...user } =
        row
      return {
        id: sessionId,
        user,
        hostSubdomain,
        tenantStatus,
        tenantReadOnly,
        openedAt: Date.parse(createdAt),
        confirmedAt: Date.parse(confirmedAt),
        lastSeen: Math.max(Date.parse(lastSeenAt), this.#seen.get(sessionId) ?? 0),
      }
    })
  }

  /** Ends one session. @returns false if there was none */
  async end(scope: PlatformScope, id: string, userId: string): Promise<boolean> {
    const ended = await SessionModel.query(scope.trx).where({ id, userId }).delete()
    await scope.rows(deletePushOfSession, { id, userId })
    await scope.core.invalidations.announce(scope, 'session', id)
    return ended > 0
  }

  /** Ends every session of a user, except one to keep. Works in any scope that sees the user. */
  async endOfUser(scope: Scope, userId: string, keepSessionId?: string): Promise<void> {
    const values = [userId, keepSessionId ?? null]
    await asOperator(scope, 'delete from auth_sessions where user_id = $1 and id is distinct from $2', values)
    // Their first proof may be what has just changed.
    await asOperator(scope, "delete from auth_challenges where user_id = $1 and purpose = 'second-step'", [userId])
    await asOperator(
      scope,
      'delete from push_subscriptions where user_id = $1 and ($2::uuid is null or session_id is distinct from $2)',
      values,
    )
    await scope.core.invalidations.announce(scope, 'user', userId)
  }

  /** Ends every session of an organization's users. */
  async endOfTenant(scope: PlatformScope, tenantId: string): Promise<void> {
    await SessionModel.query(scope.trx).where({ tenantId }).delete()
    await scope.rows(deletePushOfTenant, { tenantId })
    await scope.core.invalidations.announce(scope, 'tenant', tenantId)
  }

  /** Writes the last-used times, and deletes sessions that were idle for too long or are too old. */
  async noteSeen(): Promise<void> {
    await this.#writeSeen()
    const { sessionTimeoutMinutes, sessionLifetimeDays } = await this.#settings.current()
    const now = this.#clock.now().toISOString()
    await this.#db.platform(systemActor, ({ rows }) =>
      rows(deleteEndedSessions, [now, sessionTimeoutMinutes, sessionLifetimeDays]),
    )
  }

  async #writeSeen(): Promise<void> {
    const seen = [...this.#seen]
    this.#seen.clear()
    if (seen.length === 0) return
    await this.#db.platform(systemActor, ({ rows }) =>
      rows(updateLastSeen, [seen.map(([id]) => id), seen.map(([, at]) => at)]),
    )
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#writeSeen().catch(() => undefined)
  }
}
