import type { FastifyReply, FastifyRequest } from 'fastify'
import { hostOf, type Host } from '#core/contract/tenancy.ts'
import type { Actor } from '../identity/actor.ts'
import type { Core, Session, TenantEntry } from '../core.ts'

/** What is known of a request before its handler runs. */
export interface RequestContext {
  host: Host
  /** The organization of the host; null on the platform's host and where nobody has the subdomain. */
  tenant: TenantEntry | null
  session: Session | null
  actor: Actor
}

declare module 'fastify' {
  interface FastifyRequest {
    context: RequestContext
  }
}

declare module '@fastify/secure-session' {
  interface SessionData {
    token: string
  }
}

/** Who asks, on which host. */
export async function contextOf(core: Core, request: FastifyRequest): Promise<RequestContext> {
  const host = hostOf(request.host, core.env.platformDomain)
  const tenant = host.app === 'tenant' ? await core.tenants.bySubdomain(host.subdomain) : null
  const token = request.session.get('token')
  const session = token ? await core.sessions.find(token, host) : null
  return {
    host,
    tenant,
    session,
    actor: {
      user: session && actorUser(session),
      sessionId: session?.id ?? null,
      ipAddress: request.ip,
      userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
      requestId: request.id,
    },
  }
}

function actorUser({ user }: Session) {
  const name = `${user.firstName} ${user.lastName}`.trim()
  return { id: user.id, email: user.email, role: user.role, tenantId: user.tenantId, name }
}

/** What a handler without a scope gets of the connection. */
export interface Http extends RequestContext {
  request: FastifyRequest
  reply: FastifyReply
}

/** Puts the session's token into the cookie. */
export function rememberSession({ request }: Http, token: string): void {
  request.session.set('token', token)
}

export function forgetSession({ request }: Http): void {
  request.session.delete()
}
