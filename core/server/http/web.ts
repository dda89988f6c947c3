import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

export const webFolder = fileURLToPath(new URL('../../../web/dist/', import.meta.url))

/** Serves the built web app: hashed files for ever, precompressed; every other address is the app's own. */
export async function serveWeb(app: FastifyInstance): Promise<void> {
  if (!existsSync(webFolder)) return
  await app.register(fastifyStatic, {
    root: webFolder,
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
