import { SignJWT } from 'jose'
import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { AppError } from '#core/server/errors.ts'
import { findToolByClient, listRedirectUrls } from '../../../authoring/tools/server/tools.ts'
import { readAddresses } from './addresses.ts'
import { buildClaims } from './claims.ts'
import { getSigningKey } from './keys.ts'
import { findLaunch, takeLaunch } from './launches.ts'

/** Seconds for which a message to a tool counts. */
const MESSAGE_SECONDS = 300

const request = z.object({
  scope: z.string().refine((scope) => scope.split(' ').includes('openid')),
  response_type: z.literal('id_token'),
  response_mode: z.literal('form_post'),
  prompt: z.literal('none').optional(),
  client_id: z.string().max(100),
  redirect_uri: z.string().max(1000),
  login_hint: z.string().max(100),
  lti_message_hint: z.string().min(1).max(200),
  state: z.string().max(4000).optional(),
  nonce: z.string().min(1).max(1000),
})

/** Form that the browser posts to the tool. */
export interface ToolForm {
  action: string
  fields: Record<string, string>
}

/** Explains to a person why a tool does not open. */
export const launchRefusal = (status: number, message: string) => new AppError('lti.refused', status, message)

const refuse = (status: number, message: string): never => {
  throw launchRefusal(status, message)
}

const AGAIN = 'This launch has expired or was used before. Go back to the lesson and open the tool again.'
const NOT_AS_REGISTERED = 'The tool asked for something other than what is registered here. Contact your admin.'

/**
 * Answers the authentication request of a tool: for a launch that this person has begun, once, to a registered address.
 * @throws lti.refused 400, 401
 */
export async function authorizeLaunch(scope: TenantScope, given: unknown): Promise<ToolForm> {
  const asked = request.safeParse(given).data ?? refuse(400, 'The tool sent a request that is not valid.')
  const tool = (await findToolByClient(scope, asked.client_id)) ?? refuse(400, NOT_AS_REGISTERED)
  if (!listRedirectUrls(tool).includes(asked.redirect_uri)) refuse(400, NOT_AS_REGISTERED)
  const launch = (await findLaunch(scope, asked.lti_message_hint)) ?? refuse(400, AGAIN)
  if (launch.toolId !== tool.id || launch.subjectId !== asked.login_hint) refuse(400, NOT_AS_REGISTERED)
  if (scope.actor.user?.id !== launch.userId) refuse(401, 'Sign in to the account with which you opened the tool.')
  if (!(await takeLaunch(scope, launch))) refuse(400, AGAIN)
  const addresses = await readAddresses(scope)
  const key = await getSigningKey(scope)
  const now = Math.floor(scope.core.clock.now().getTime() / 1000)
  const message = await buildClaims(scope, { tool, launch, addresses, data: asked.lti_message_hint })
  const idToken = await new SignJWT({ ...message, nonce: asked.nonce })
    .setProtectedHeader({ alg: 'RS256', kid: key.id, typ: 'JWT' })
    .setIssuer(addresses.issuer)
    .setAudience(tool.clientId)
    .setSubject(launch.subjectId)
    .setIssuedAt(now)
    .setExpirationTime(now + MESSAGE_SECONDS)
    .sign(key.privateKey)
  return {
    action: asked.redirect_uri,
    fields: { id_token: idToken, ...(asked.state !== undefined && { state: asked.state }) },
  }
}
