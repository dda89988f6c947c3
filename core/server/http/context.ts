import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Host } from '#core/contract/tenancy.ts'
import type { Actor } from '../identity/actor.ts'
import type { Session, TenantEntry } from '../core.ts'

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
