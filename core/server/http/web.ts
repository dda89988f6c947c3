import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'
import { webDist } from '../web-build.ts'

/** Serves the built web app: hashed files for ever, precompressed; every other address is the app's own. */
export async function serveWeb(app: FastifyInstance): Promise<void> {
  if (!existsSync(webDist)) return
  await app.register(fastifyStatic, {
    root: webDist,
    preCompressed: true,
    wildcard: true,
    index: false,
    cacheControl: false,
    setHeaders: (response, path) => {
      const hashed = path.includes('/assets/')
      response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
    globIgnore: ['**/.*'],
  })
  app.setNotFoundHandler((request, reply) => {
    const page = request.method === 'GET' && !/^\/(api|assets)\//.test(request.url) && request.url !== '/api'
    if (!page) throw new AppError('not-found', 404, 'Address not found')
    return reply.sendFile('index.html')
  })
}
