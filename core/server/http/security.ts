import multipart from '@fastify/multipart'
import secureSession from '@fastify/secure-session'
import fastifyPlugin from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Core } from '../core.ts'
import { clientReader } from './client.ts'
import { contentPolicy, usualPolicy } from './content-policy.ts'
import { refuseForeignOrigins } from './origin.ts'
import { registerRequestLimits, type RequestsPerMinute } from './request-limits.ts'
import { isSecure, sessionCookie } from './session-cookie.ts'

interface SecurityOptions {
  core: Core
  /** false lifts the limits. */
  rateLimit?: Partial<RequestsPerMinute> | false | undefined
}

/** Browser permissions that the app never uses, denied so that embedded content cannot use them. */
const denied = ['display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ')

const permissionsPolicy = `camera=(), ${denied}`
const policyWithCamera = `camera=(self), ${denied}`

/** True if an address is that of a page such as `/sessions/{id}/door`. */
function isPage(page: string, url: string): boolean {
  const [path = ''] = url.split('?', 1)
  const asked = path.split('/')
  const parts = page.split('/')
  return parts.length === asked.length && parts.every((part, index) => part.startsWith('{') || part === asked[index])
}

/** Headers, limits, uploads, the session's cookie and the check of origins, for everything that is registered after it. */
export const security = fastifyPlugin(
  async (app: FastifyInstance, { core, rateLimit: limit }: SecurityOptions) => {
    const secure = isSecure(core.env)
    const policy = usualPolicy(core.env)
    // Built once: Fastify's plugin builds the same headers for every request.
    const setHeaders = helmet({
      contentSecurityPolicy: false,
      strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
      referrerPolicy: { policy: 'same-origin' },
    })
    app.addHook('onRequest', (request, reply, done) => {
      const mayUseCamera = core.cameraPages.some((page) => isPage(page, request.url))
      reply.header('permissions-policy', mayUseCamera ? policyWithCamera : permissionsPolicy)
      reply.raw.setHeader('content-security-policy', policy)
      setHeaders(request.raw, reply.raw, () => done())
    })
    if (core.contentHosts.length > 0) {
      const policyOf = contentPolicy(core)
      app.addHook('onRequest', async (_request, reply) => {
        reply.raw.setHeader('content-security-policy', await policyOf())
      })
    }
    await app.register(multipart)
    await app.register(secureSession, {
      key: core.env.sessionKey,
      cookieName: sessionCookie(core.env),
      cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: 400 * 24 * 3600 },
      expiry: 400 * 24 * 3600,
    })
    const clientOf = clientReader(core.env)
    app.decorateRequest('client')
    app.addHook('onRequest', async (request) => {
      request.client = clientOf(request)
    })
    await registerRequestLimits(app, core, limit)
    app.addHook('onRequest', refuseForeignOrigins(core))
  },
  { name: 'trellis-security' },
)
