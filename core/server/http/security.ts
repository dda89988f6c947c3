import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import secureSession from '@fastify/secure-session'
import fastifyPlugin from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import type { Core } from '../core.ts'
import { refuseForeignOrigins } from './origin.ts'

interface SecurityOptions {
  core: Core
  /** Answers per minute and address; false lifts the limits. */
  rateLimit?: number | false | undefined
}

/** Headers, limits, uploads, the session's cookie and the check of origins, for everything that is registered after it. */
export const security = fastifyPlugin(
  async (app: FastifyInstance, { core, rateLimit: limit }: SecurityOptions) => {
    const secure = core.env.publicUrl?.startsWith('https:') ?? false
    await app.register(helmet, {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'"],
          imgSrc: ["'self'", 'data:', 'blob:'],
          fontSrc: ["'self'"],
          connectSrc: ["'self'"],
          objectSrc: ["'none'"],
          baseUri: ["'none'"],
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
        },
      },
      strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
      referrerPolicy: { policy: 'same-origin' },
    })
    if (limit !== false) {
      await app.register(rateLimit, { max: limit ?? 1200, timeWindow: '1 minute', cache: 20_000 })
    }
    await app.register(multipart)
    await app.register(secureSession, {
      key: core.env.sessionKey,
      // The prefix makes browsers refuse the cookie of a sibling subdomain, which is another organization.
      cookieName: secure ? '__Host-trellis' : 'trellis',
      cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: 400 * 24 * 3600 },
      expiry: 400 * 24 * 3600,
    })
    app.addHook('onRequest', refuseForeignOrigins(core))
  },
  { name: 'trellis-security' },
)
