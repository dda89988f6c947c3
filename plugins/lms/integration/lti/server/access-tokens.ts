import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Core, TenantScope } from '#core/server/core.ts'
import { derivedKey } from '#core/server/secrets.ts'
import type { ExternalTool } from '../../../authoring/tools/contract.ts'
import { findToolByClient } from '../../../authoring/tools/server/tools.ts'
import { LtiRefusal } from './refusal.ts'
import { isFirstUse, verifyToolToken, type OpenScope } from './tool-tokens.ts'
import { readAddresses } from './addresses.ts'
import { scopes } from './vocabulary.ts'

/** Seconds for which an access token counts. */
const ACCESS_TOKEN_SECONDS = 3600
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

const tokenForm = z.object({
  grant_type: z.literal('client_credentials'),
  client_assertion_type: z.literal(ASSERTION_TYPE),
  client_assertion: z.string().min(1).max(10_000),
  scope: z.string().max(2000),
})

const known = new Set<string>(Object.values(scopes))

const keyOf = ({ core }: TenantScope) => derivedKey(core.env.sessionKey, 'lti access tokens', 32)

/** Finds the subject of a token without trusting it: it names the tool whose key has to verify it. */
function getClaimedSubject(assertion: string): string {
  try {
    const payload: unknown = JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString('utf8'))
    return z.object({ sub: z.string().max(100) }).parse(payload).sub
  } catch {
    throw new LtiRefusal(400, 'invalid_client')
  }
}

export interface GivenToken {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  scope: string
}

/**
 * Gives a tool an access token for an assertion that it has signed, which counts once (RFC 7523).
 * @throws LtiRefusal 400
 */
export async function giveAccessToken(core: Core, openScope: OpenScope, given: unknown): Promise<GivenToken> {
  const form = tokenForm.safeParse(given)
  if (!form.success) throw new LtiRefusal(400, 'invalid_request')
  const { client_assertion: assertion, scope: asked } = form.data
  const clientId = getClaimedSubject(assertion)
  const { tool, addresses } = await openScope(async (scope) => ({
    tool: await findToolByClient(scope, clientId),
    addresses: await readAddresses(scope),
  }))
  if (!tool) throw new LtiRefusal(400, 'invalid_client')
  const { issuer, token } = addresses
  const { sub, jti = '' } = await verifyToolToken(core, tool, assertion, {
    audience: [token, issuer],
    requiredClaims: ['sub', 'jti'],
  }).catch((error: unknown) => {
    core.log.warn({ err: error, tool: tool.id }, 'refused the assertion of an external tool')
    throw new LtiRefusal(400, 'invalid_client')
  })
  if (sub !== tool.clientId) throw new LtiRefusal(400, 'invalid_client')
  return openScope((scope) => signAccessToken(scope, tool, { jti, asked, issuer }))
}

/** Signs an access token for a tool whose assertion was verified. @throws LtiRefusal 400 */
async function signAccessToken(
  scope: TenantScope,
  verified: ExternalTool,
  { jti, asked, issuer }: { jti: string; asked: string; issuer: string },
): Promise<GivenToken> {
  const tool = await findToolByClient(scope, verified.clientId)
  // Turned off, or given another key, while its assertion was verified.
  if (tool?.updatedAt !== verified.updatedAt) throw new LtiRefusal(400, 'invalid_client')
  if (!(await isFirstUse(scope, tool, jti))) throw new LtiRefusal(400, 'invalid_client')
  const granted = [...new Set(asked.split(' '))].filter((one) => known.has(one) && isOpenTo(tool, one))
  if (granted.length === 0) throw new LtiRefusal(400, 'invalid_scope')
  const now = Math.floor(scope.core.clock.now().getTime() / 1000)
  const accessToken = await new SignJWT({ scope: granted.join(' '), org: scope.tenantId })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setSubject(tool.clientId)
    .setAudience(issuer)
    .setIssuedAt(now)
    .setExpirationTime(now + ACCESS_TOKEN_SECONDS)
    .sign(keyOf(scope))
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    scope: granted.join(' '),
  }
}

const isOpenTo = ({ sharesMembers }: ExternalTool, scope: string) => scope !== scopes.readMembers || sharesMembers

/**
 * Finds the tool of an access token of this organization that has a scope.
 * @throws LtiRefusal 401, 403
 */
export async function findCaller(
  scope: TenantScope,
  authorization: string | undefined,
  needed: string,
): Promise<ExternalTool> {
  const [, token] = /^Bearer (\S{1,4000})$/i.exec(authorization ?? '') ?? []
  if (token === undefined) throw new LtiRefusal(401, 'invalid_token')
  const { issuer } = await readAddresses(scope)
  const { payload } = await jwtVerify(token, keyOf(scope), {
    audience: issuer,
    algorithms: ['HS256'],
    typ: 'at+jwt',
    requiredClaims: ['sub', 'exp'],
    currentDate: scope.core.clock.now(),
  }).catch(() => {
    throw new LtiRefusal(401, 'invalid_token')
  })
  const tool = payload['org'] === scope.tenantId ? await findToolByClient(scope, payload.sub ?? '') : undefined
  if (!tool) throw new LtiRefusal(401, 'invalid_token')
  const granted = typeof payload['scope'] === 'string' ? payload['scope'].split(' ') : []
  // A right that an admin has taken back is gone at once.
  if (!granted.includes(needed) || !isOpenTo(tool, needed)) throw new LtiRefusal(403, 'insufficient_scope')
  return tool
}
