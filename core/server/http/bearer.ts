import type { FastifyReply, FastifyRequest } from 'fastify'
import { scopeOf } from '#core/contract/api-scopes.ts'
import type { EndpointSpec } from '#core/contract/endpoint.ts'
import type { Core } from '../core.ts'
import { AppError } from '../errors.ts'
import type { Session } from '../identity/signed-in-session.ts'
import { sessionCookie } from './session-cookie.ts'

/** Returns the API token of the `Authorization` header; undefined where there is none, or a bearer of another kind. */
export function apiTokenOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const [scheme = '', token = ''] = (headers.authorization ?? '').split(' ')
  return /^bearer$/i.test(scheme) && token.startsWith('trl_') ? token : undefined
}

export const hasSessionCookie = ({ env }: Pick<Core, 'env'>, { cookies }: FastifyRequest): boolean =>
  cookies[sessionCookie(env)] !== undefined

/**
 * Refuses an API token that does not count.
 * @throws api-token.with-cookie 400, api-token.invalid 401
 */
export function refuseUnknownToken(core: Core, request: FastifyRequest): void {
  if (apiTokenOf(request) === undefined) return
  if (hasSessionCookie(core, request)) {
    const message = 'Send an API token or the cookie of a session, not both'
    throw new AppError('api-token.with-cookie', 400, message)
  }
  if (request.signedIn) return
  throw new AppError('api-token.invalid', 401, 'The API token was revoked, has expired, or is not for this address')
}

/**
 * Refuses what an API token may not call.
 * @throws api-tokens.off 403, api-token.session-only 403, api-token.scope 403 with the missing scope
 */
export function refuseWithoutScope(
  { apiToken }: Session,
  spec: Pick<EndpointSpec, 'access' | 'method' | 'path'>,
): void {
  if (!apiToken) return
  if (!apiToken.isAllowed) {
    throw new AppError('api-tokens.off', 403, 'API tokens are not allowed for this account at this address')
  }
  const scope = scopeOf(spec)
  if (scope === null) {
    throw new AppError('api-token.session-only', 403, 'API tokens are not accepted here: sign in to do this')
  }
  if (apiToken.scopes.has(scope)) return
  throw new AppError('api-token.scope', 403, `The API token lacks the scope ${scope}`, { details: { scope } })
}

/** Names the way of signing in that programs have, and what was wrong with it (RFC 6750). */
export function challenge(request: FastifyRequest, reply: FastifyReply, { code, status, details }: AppError): void {
  const isByToken = apiTokenOf(request) !== undefined
  if (status === 401 && isByToken) void reply.header('www-authenticate', 'Bearer error="invalid_token"')
  else if (code === 'unauthenticated') void reply.header('www-authenticate', 'Bearer')
  else if (code === 'api-token.scope') {
    const { scope } = details as { scope: string }
    void reply.header('www-authenticate', `Bearer error="insufficient_scope", scope="${scope}"`)
  }
}
