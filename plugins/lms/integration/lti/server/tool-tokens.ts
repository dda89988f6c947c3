import { createHash } from 'node:crypto'
import { createRemoteJWKSet, customFetch, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import type { Core, TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { fetchPublic } from '#core/server/identity/single-sign-on/oidc.ts'
import type { ExternalTool } from '../../../authoring/tools/contract.ts'
import { allowsPrivate, readPublicKey } from '../../../authoring/tools/server/tools.ts'

/** Seconds that a token of a tool may be old, and by which clocks may differ. */
const MAX_AGE_SECONDS = 3600
const CLOCK_TOLERANCE_SECONDS = 60
/** Sets of keys that are known at a time. */
const MAX_KEY_SETS = 500

/** Opens a transaction of the organization; none may be open while a tool's token is verified, which may fetch keys. */
export type OpenScope = <T>(work: (scope: TenantScope) => Promise<T>) => Promise<T>

const keySets = new WeakMap<Core, Map<string, JWTVerifyGetKey>>()

/** Finds the keys at an address, which are read again for an unknown key, at most every 30 seconds. */
function getKeySet(core: Core, url: string): JWTVerifyGetKey {
  const known = keySets.get(core) ?? new Map<string, JWTVerifyGetKey>()
  keySets.set(core, known)
  const set = known.get(url)
  if (set) return set
  if (known.size >= MAX_KEY_SETS) known.clear()
  const fetch = fetchPublic({ ssoAllowPrivate: allowsPrivate(core) })
  const made = createRemoteJWKSet(new URL(url), {
    [customFetch]: (address, { headers }) =>
      fetch(address, { method: 'GET', body: undefined, headers: Object.fromEntries(headers), redirect: 'manual' }),
  })
  known.set(url, made)
  return made
}

/**
 * Checks a token that a tool has signed: RS256 with its key, for this audience, not expired, and not from the future. Its
 * keys may come from the tool, within seconds: no transaction may wait for them.
 * @throws for any other one
 */
export async function verifyToolToken(
  core: Core,
  tool: ExternalTool,
  token: string,
  { audience, requiredClaims }: { audience: string | string[]; requiredClaims: string[] },
): Promise<JWTPayload> {
  const options = {
    issuer: tool.clientId,
    audience,
    algorithms: ['RS256'],
    requiredClaims: ['exp', 'iat', ...requiredClaims],
    maxTokenAge: MAX_AGE_SECONDS,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    currentDate: core.clock.now(),
  }
  const { payload } =
    tool.keysUrl === ''
      ? await jwtVerify(token, await readPublicKey(tool.publicKey), options)
      : await jwtVerify(token, getKeySet(core, tool.keysUrl), options)
  return payload
}

const insertUsed = statement(
  z.object({ isNew: z.boolean() }),
  `with expired as (delete from lms_lti_used_tokens where expires_at < $now)
    insert into lms_lti_used_tokens (hash, expires_at) values ($hash, $expiresAt)
    on conflict (tenant_id, hash) do nothing returning true as "isNew"`,
)

/** Notes the id of a tool's token. @returns false if it was used before */
export async function isFirstUse(scope: TenantScope, tool: ExternalTool, jti: string): Promise<boolean> {
  const now = scope.core.clock.now()
  const [first] = await scope.rows(insertUsed, {
    hash: createHash('sha256').update(`${tool.id} ${jti}`).digest(),
    now,
    expiresAt: new Date(now.getTime() + 2 * MAX_AGE_SECONDS * 1000),
  })
  return first !== undefined
}
