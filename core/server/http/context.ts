import type { FastifyReply, FastifyRequest } from 'fastify'
import { UNATTENDED_HEADER } from '#core/contract/identity.ts'
import { PLAN_UPGRADE_HEADER } from '#core/contract/limits.ts'
import type { Host } from '#core/contract/tenancy.ts'
import type { Actor } from '../identity/actor.ts'
import type { Core } from '../core.ts'
import type { Session } from '../identity/signed-in-session.ts'
import type { Call } from '../loop-watch.ts'
import type { TenantEntry } from '../tenancy/entry.ts'
import type { HttpClient } from './client.ts'
import { apiTokenOf, hasSessionCookie } from './bearer.ts'
import { deviceTokenOf } from './device-cookie.ts'

/** Context of a request, known before its handler runs. */
export interface RequestContext {
  host: Host
  /** The organization of the host; null on the platform's host and for an unused subdomain. */
  tenant: TenantEntry | null
  session: Session | null
  actor: Actor
}

declare module 'fastify' {
  interface FastifyRequest {
    client: HttpClient
    /** The session of the cookie or of the API token; read before the rate limit applies. */
    signedIn: Session | null
    context: RequestContext
    call: Call
  }
}

declare module '@fastify/secure-session' {
  interface SessionData {
    token: string
    /** Proves that the correct password of an account with a second factor was just given. */
    secondStep: string | undefined
    /** State of the sign-in with an identity provider that this browser has begun, or token of a choice after it. */
    sso: string | undefined
  }
}

/**
 * Finds the session of the cookie on the requested host, or the person of the API token; null if there is none, it has
 * ended, or both are sent.
 */
export async function sessionOf(core: Core, request: FastifyRequest): Promise<Session | null> {
  const { session, client, headers } = request
  const apiToken = apiTokenOf(request)
  if (apiToken !== undefined) return hasSessionCookie(core, request) ? null : core.apiTokens.find(apiToken, client.host)
  const token = session.get('token')
  const unused = headers[UNATTENDED_HEADER] !== undefined
  return token ? core.sessions.find(token, client.host, { unused }) : null
}

/** True if finding its caller looks an API token up, which anyone can make up; a cookie is sealed by the platform. */
export function needsLookUp(core: Core, request: FastifyRequest): boolean {
  const apiToken = apiTokenOf(request)
  return apiToken !== undefined && !hasSessionCookie(core, request) && !core.apiTokens.isKnown(apiToken)
}

/** Reads the context of a request: user and host. */
export async function contextOf(core: Core, request: FastifyRequest): Promise<RequestContext> {
  const { client, signedIn: session } = request
  const { host } = client
  const tenant = host.app === 'tenant' ? await core.tenants.bySubdomain(host.subdomain) : null
  const agreedPlan = request.headers[PLAN_UPGRADE_HEADER]
  const deviceToken = deviceTokenOf(core.env, request)
  return {
    host,
    tenant,
    session,
    actor: {
      user: session && actorUser(session),
      sessionId: session && !session.apiToken ? session.id : null,
      ipAddress: client.address,
      userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
      requestId: request.id,
      ...(session?.apiToken && { apiToken: session.apiToken }),
      ...(typeof agreedPlan === 'string' && { agreedPlan }),
      ...(deviceToken !== undefined && { deviceToken }),
    },
  }
}

function actorUser({ user }: Session) {
  const name = `${user.firstName} ${user.lastName}`.trim()
  return { id: user.id, email: user.email, role: user.role, tenantId: user.tenantId, name }
}

/** Connection details that a handler without a scope gets. */
export interface Http extends RequestContext {
  request: FastifyRequest
  reply: FastifyReply
}

/** Puts the session's token into the cookie. */
export function rememberSession({ request }: Http, token: string): void {
  request.session.set('token', token)
  request.session.set('secondStep', undefined)
}

export function forgetSession({ request }: Http): void {
  request.session.delete()
}
