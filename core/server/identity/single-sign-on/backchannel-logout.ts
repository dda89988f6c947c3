import { createHash } from 'node:crypto'
import { createRemoteJWKSet, customFetch, jwtVerify, type JWTPayload } from 'jose'
import type { Configuration } from 'openid-client'
import { z } from 'zod'
import type { Core } from '../../core.ts'
import { record } from '../../audit.ts'
import { statement } from '../../database/statement.ts'
import type { Http } from '../../http/context.ts'
import { fetchPublic } from './oidc.ts'
import type { Provider } from './provider.ts'

/** Seconds that a logout token may be old. */
const MAX_AGE_SECONDS = 300
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** Signatures by a provider's own key; those by the client secret and unsigned tokens are refused. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

const logout = z
  .object({
    iss: z.string(),
    iat: z.number(),
    jti: z.string().min(1).max(500),
    sub: z.string().min(1).max(255).optional(),
    sid: z.string().min(1).max(255).optional(),
    events: z.object({ [EVENT]: z.looseObject({}) }),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined)
type Logout = z.infer<typeof logout>

const insertUsed = statement(
  z.object({ id: z.string() }),
  `insert into auth_challenges (purpose, token_hash, expires_at) values ('sso-logout', $hash, $expiresAt)
   on conflict (token_hash) do nothing returning id`,
)

const deleteSessions = statement(
  z.object({ id: z.string(), userId: z.string(), tenantId: z.string().nullable() }),
  `with ended as (
     delete from auth_sessions s using sso_identities i
      where i.id = s.sso_identity_id and i.provider_id = $providerId and i.issuer = $issuer
        and ($subject::text is null or i.subject = $subject) and ($session::text is null or s.sso_session = $session)
     returning s.id, s.user_id, s.tenant_id
   ), devices as (delete from push_subscriptions where session_id in (select id from ended))
   select id, user_id as "userId", tenant_id as "tenantId" from ended`,
)

/**
 * Ends the sessions that a provider's logout token names (OpenID Connect Back-Channel Logout 1.0, section 2.6).
 * @returns false for a token that is not valid, or was used before
 */
export async function endSessionsByToken(core: Core, http: Http, providerId: string, token: string): Promise<boolean> {
  const provider = await core.signInProviders.find(providerId)
  if (!provider || (provider.tenantId ?? null) !== (http.tenant?.id ?? null)) return false
  const given = await verify(core, provider, token).catch((error: unknown) => {
    core.log.warn({ err: error, provider: provider.id }, 'refused a logout token')
    return undefined
  })
  if (!given) return false
  return core.db.platform(http.actor, async (scope) => {
    const now = scope.core.clock.now().getTime()
    const hash = createHash('sha256').update(`sso-logout ${provider.id} ${given.jti}`).digest()
    // Kept for twice as long as a token counts, since clocks differ.
    const expiresAt = new Date(now + 2 * MAX_AGE_SECONDS * 1000)
    const [first] = await scope.rows(insertUsed, { hash, expiresAt })
    if (!first) return false
    const ended = await scope.rows(deleteSessions, {
      providerId: provider.id,
      // The setting may lack the slash at the end, which identities have.
      issuer: given.iss,
      subject: given.sub ?? null,
      session: given.sid ?? null,
    })
    await core.invalidations.announceAll(
      scope,
      'session',
      ended.map(({ id }) => id),
    )
    for (const { userId, tenantId } of ended.slice(0, 20)) {
      await record(scope, {
        action: 'sso.signed-out',
        category: 'auth',
        description: `${provider.name} ended a session`,
        resource: 'user',
        resourceId: userId,
        tenantId,
        metadata: { providerId: provider.id },
      })
    }
    return true
  })
}

const keySets = new WeakMap<Configuration, ReturnType<typeof createRemoteJWKSet>>()

function keysOf(core: Core, configuration: Configuration) {
  const known = keySets.get(configuration)
  if (known) return known
  const fetch = fetchPublic(core.env)
  const keys = createRemoteJWKSet(new URL(configuration.serverMetadata().jwks_uri ?? ''), {
    [customFetch]: (url, { headers }) =>
      fetch(url, { method: 'GET', body: undefined, headers: Object.fromEntries(headers), redirect: 'manual' }),
  })
  keySets.set(configuration, keys)
  return keys
}

async function verify(core: Core, provider: Provider, token: string): Promise<Logout> {
  const configuration = await core.signInProviders.configurations.of(provider)
  const { payload, protectedHeader } = await jwtVerify(token, keysOf(core, configuration), {
    issuer: configuration.serverMetadata().issuer,
    audience: provider.clientId,
    algorithms: ALGORITHMS,
    requiredClaims: ['iat', 'jti', 'events'],
    maxTokenAge: MAX_AGE_SECONDS,
    clockTolerance: 30,
  })
  const { typ } = protectedHeader
  if (typ !== undefined && !/^(?:application\/)?(?:logout\+jwt|jwt)$/i.test(typ))
    throw new Error('Another kind of token')
  return logout.parse(withoutNonce(payload))
}

/** @throws for the nonce of an ID token, which may never pass for a logout token */
function withoutNonce(payload: JWTPayload): JWTPayload {
  if ('nonce' in payload) throw new Error('A logout token has no nonce')
  return payload
}
