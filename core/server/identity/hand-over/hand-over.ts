import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { handOverContract } from '#core/contract/hand-over.ts'
import { record } from '../../audit.ts'
import type { Core } from '../../core.ts'
import { statement } from '../../database/statement.ts'
import { AppError, unauthenticated } from '../../errors.ts'
import type { Http } from '../../http/context.ts'
import { mount, signedIn, type Unscoped } from '../../http/mount.ts'
import { isPlatformName } from '../../http/platform-host.ts'
import { asSignedIn, maySignIn, refuseClosed, userOf, type SignedIn } from '../sign-in.ts'
import { accountById } from '../users.ts'

/** Seconds. */
const VALIDITY_SECONDS = 60

const hashOf = (token: string) => createHash('sha256').update(token).digest()

// Only the last token is valid where several windows request one at once.
const upsertHandOver = statement(
  `insert into auth_hand_overs (session_id, user_id, tenant_id, token_hash, expires_at) values ($1, $2, $3, $4, $5)
     on conflict (session_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
)

/**
 * Lets a user who is signed in on the platform's host continue at their organization's: a form takes the token there.
 * Proofs, including a second factor, keep the time of the sign-in, as no earlier session exists.
 * @throws identity.hand-over-host 409 on an unknown host: the organization's host would not trust it
 */
async function handOver({ core, http }: Unscoped): Promise<{ token: string; subdomain: string }> {
  const { id: sessionId, user } = signedIn(http)
  const token = randomBytes(32).toString('base64url')
  return core.db.platform(http.actor, async (scope) => {
    const account = await accountById(scope, user.id)
    if (!account || account.tenantId === null || account.subdomain === null) throw unauthenticated()
    const { subdomain, tenantId } = account
    if (!isPlatformName(core.env, http.request.client.hostName)) {
      throw new AppError('identity.hand-over-host', 409, "Sign in at your organization's own address to work there.", {
        details: { subdomain },
      })
    }
    const expiresAt = new Date(core.clock.now().getTime() + VALIDITY_SECONDS * 1000).toISOString()
    await scope.rows(upsertHandOver, [sessionId, user.id, tenantId, hashOf(token), expiresAt])
    return { token, subdomain }
  })
}

const deleteHandOver = statement(
  z.object({
    userId: z.string(),
    sessionId: z.string(),
    confirmedAt: z.string(),
    isValid: z.boolean(),
    ssoIdentityId: z.string().nullable(),
    ssoSession: z.string().nullable(),
  }),
  `delete from auth_hand_overs h using auth_sessions s
    where h.token_hash = $1 and h.tenant_id = $2 and s.id = h.session_id
   returning h.user_id as "userId", h.session_id as "sessionId", s.confirmed_at as "confirmedAt",
             h.expires_at > $3 as "isValid", s.sso_identity_id as "ssoIdentityId", s.sso_session as "ssoSession"`,
)

const handOverRefused = () =>
  new AppError('identity.hand-over', 401, 'This took too long, or it was used already. Please sign in here.')

/**
 * Signs in a user who was handed over to this host: the session on the platform's host ends, and a new one opens here.
 * It keeps the time of the last confirmation, since a hand-over proves nothing new.
 * @throws identity.hand-over 401 for a token that was used, has expired, is another organization's or whose session has
 *   ended; tenant.suspended 403, tenant.inactive 403, identity.email-unverified 403
 */
export async function arrive(core: Core, http: Http, token: string): Promise<SignedIn> {
  const { actor, host, tenant } = http
  if (!tenant) throw handOverRefused()
  // In its own transaction: the token is used even if the rest fails. Of two concurrent uses, one finds nothing to delete.
  const { taken, account } = await core.db.platform(actor, async (scope) => {
    const [found] = await scope.rows(deleteHandOver, [hashOf(token), tenant.id, core.clock.now().toISOString()])
    return { taken: found, account: found && (await accountById(scope, found.userId)) }
  })
  if (!taken?.isValid || !account || !maySignIn(account, host)) throw handOverRefused()
  await refuseClosed(core, actor, account)
  return core.db.platform(actor, async (scope) => {
    // The user may have signed out there, or been deactivated, since the token was issued.
    if (!(await core.sessions.end(scope, taken.sessionId, taken.userId))) throw handOverRefused()
    const confirmedAt = new Date(taken.confirmedAt)
    const { ssoIdentityId: identityId, ssoSession } = taken
    const sso = identityId === null ? undefined : { identityId, session: ssoSession }
    const session = await core.sessions.open(scope, account, host, { confirmedAt, sso })
    const user = userOf(account)
    await record(asSignedIn(scope, user, session.id), {
      action: 'auth.handed-over',
      category: 'auth',
      description: "Went on from the platform's address at the organization's own",
      resource: 'user',
      resourceId: user.id,
      tenantId: user.tenantId,
    })
    return { user, token: session.token }
  })
}

export const mountedHandOver = mount(handOverContract, { handOver })
