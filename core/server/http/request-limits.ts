import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { countText } from '#core/server/texts.ts'
import type { Core } from '../core.ts'
import { AppError, notFound } from '../errors.ts'
import type { Session } from '../identity/signed-in-session.ts'
import { apiTokenOf } from './bearer.ts'
import { networkOf } from './client.ts'
import { needsLookUp, sessionOf } from './context.ts'

/** Milliseconds; the window begins with the first request of the counted session or address. */
const WINDOW_MS = 60_000

/**
 * Requests per minute, counted on each node separately. Their scope is described in core/decisions/0011-limits.md.
 */
export const REQUESTS_PER_MINUTE = {
  /** Limit of one signed-in device: ten a second is more than any screen asks for. */
  perSession: 600,
  /** Limit of one API token: a program that pages through a list needs no more than five calls a second. */
  perApiToken: 300,
  /**
   * Limit of all callers at one address who are not signed in. A school is one address: 300 people who open the app and
   * sign in make some ten such calls each, and twice as many fit in.
   */
  perAddress: 6000,
}
export type RequestsPerMinute = typeof REQUESTS_PER_MINUTE

/** Sessions and addresses counted at the same time; the least recently seen is dropped first. */
const MAX_COUNTED = 20_000

/** Maximum bytes of a body, unless the endpoint declares another limit. */
export const MAX_BODY_BYTES = 32 * 1024

/** Maximum nesting depth of a JSON body. */
export const MAX_JSON_DEPTH = 32

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requests a minute in place of the general limit; false leaves the route outside of every limit. */
    requestLimit?: number | false | undefined
  }
  interface FastifyInstance {
    /** Finds who is signed in by the cookie, for answers that are not part of the API; no API token is looked at. */
    findSession: (request: FastifyRequest) => Promise<Session | null>
    /**
     * Counts a request of a route that is outside of the limits: for its sender, or for `countedAs`, without the session.
     * @throws too-many-requests 429
     */
    countRequest: (request: FastifyRequest, countedAs?: string) => Promise<void>
  }
  interface FastifyRequest {
    countedAs: string | undefined
  }
}

/** Counts every request but those of routes with `requestLimit: false`, and refuses before anything else is done for it. */
export async function registerRequestLimits(
  app: FastifyInstance,
  core: Core,
  given: Partial<RequestsPerMinute> | false = {},
): Promise<void> {
  app.decorateRequest('signedIn', null)
  app.decorate('findSession', async (request) => (apiTokenOf(request) === undefined ? sessionOf(core, request) : null))
  const limits = given !== false && { ...REQUESTS_PER_MINUTE, ...given }
  const count = limits
    ? await createCounter(app, limits)
    : async (_request: FastifyRequest, _reply?: FastifyReply) => undefined
  const countCaller = async (request: FastifyRequest, reply?: FastifyReply) => {
    // Counted for the address first: without it, made-up tokens would cost a look-up each, without end.
    if (needsLookUp(core, request)) await count(request, reply)
    request.signedIn = await sessionOf(core, request)
    await count(request, reply)
  }
  app.decorateRequest('countedAs', undefined)
  app.decorate('countRequest', async (request, countedAs) => {
    request.countedAs = countedAs
    await (countedAs === undefined ? countCaller(request) : count(request))
  })
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.requestLimit !== false) await countCaller(request, reply)
    // Answered here, before the body is read.
    if (request.is404) throw notFound('Address')
  })
}

/** @returns what counts a request, and throws too-many-requests (429) when it is one too many */
async function createCounter(app: FastifyInstance, { perSession, perApiToken, perAddress }: RequestsPerMinute) {
  await app.register(rateLimit, {
    global: false,
    timeWindow: WINDOW_MS,
    cache: MAX_COUNTED,
    // An expired or forged cookie is not a session, so that it cannot be used to count as another user.
    keyGenerator: ({ countedAs, signedIn, client }) =>
      countedAs ?? (signedIn ? `session ${signedIn.id}` : networkOf(client.address)),
    max: ({ signedIn }) => {
      if (!signedIn) return perAddress
      return signedIn.apiToken ? perApiToken : perSession
    },
  })
  const general = app.createRateLimit()
  const own = new Map<string, typeof general>()
  const limitOf = ({ method, url, config }: FastifyRequest['routeOptions']) => {
    if (!config.requestLimit) return general
    const route = `${String(method)} ${url}`
    const known = own.get(route) ?? app.createRateLimit({ max: config.requestLimit })
    own.set(route, known)
    return known
  }
  return async (request: FastifyRequest, reply?: FastifyReply): Promise<void> => {
    const counter = await limitOf(request.routeOptions)(request)
    if (!counter.isAllowed && request.signedIn?.apiToken) {
      void reply?.headers({
        'ratelimit-limit': counter.max,
        'ratelimit-remaining': counter.remaining,
        'ratelimit-reset': counter.ttlInSeconds,
      })
    }
    if (counter.isAllowed || !counter.isExceeded) return
    const seconds = counter.ttlInSeconds
    const message = `Too many requests. Please try again in ${countText(seconds, 'second')}.`
    throw new AppError('too-many-requests', 429, message, { retryAfter: seconds })
  }
}
