import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../errors.ts'
import { createWebDevServer, type WebDevServer } from '../web-build.ts'

// Vite's client and its style sheets stand inline in the page, and hot reloading is a WebSocket.
const relaxedPolicy = [
  `default-src 'self'`,
  `script-src 'self' 'unsafe-inline'`,
  `style-src 'self' 'unsafe-inline'`,
  `connect-src 'self' ws:`,
  `img-src 'self' data: blob:`,
].join('; ')

/** Serves the web app from its sources with hot reloading, on the platform's own port. For development alone. */
export function serveWebFromSources(platformDomain: string) {
  return async (app: FastifyInstance): Promise<void> => {
    const vite = await createWebDevServer({ server: app.server, allowedHosts: [`.${platformDomain}`] })
    // Before the server waits for its connections, of which hot reloading keeps one open in each browser.
    app.addHook('preClose', () => vite.close())
    app.get('/*', { config: { requestLimit: false } }, async (request, reply) => {
      if (/^\/api([/?]|$)/.test(request.url)) {
        await app.countRequest(request)
        throw notFound('Address')
      }
      if (await isAnswered(vite, request, reply)) return reply.hijack()
      const page = await vite.transformIndexHtml(request.url)
      return reply.header('content-security-policy', relaxedPolicy).type('text/html').send(page)
    })
  }
}

/** Resolves to true if Vite had something at this address. */
function isAnswered(vite: WebDevServer, { raw: request }: FastifyRequest, { raw: response }: FastifyReply) {
  return new Promise<boolean>((resolve, reject) => {
    response.once('close', () => resolve(true))
    vite.middlewares(request, response, (error: unknown) => {
      if (error) reject(error)
      else resolve(false)
    })
  })
}
