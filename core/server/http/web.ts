import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../errors.ts'
import { webDist } from '../web-build.ts'

/** Serves the built web app: hashed files for ever, precompressed; every other address is the app's own. */
export async function serveWeb(app: FastifyInstance): Promise<void> {
  if (!existsSync(webDist)) return
  await app.register(fastifyStatic, {
    root: webDist,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      const hashed = path.includes('/assets/')
      response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    const path = (request.params as { '*': string })['*']
    if (isApi(path)) throw notFound('Address')
    return reply.sendFile(isFile(path) ? path : 'index.html')
  })
}

const isApi = (path: string) => /^api(\/|$)/.test(path)
/** Addresses of screens have no extension in their last part. Hidden files tell of the build. */
const isFile = (path: string) => path.startsWith('assets/') || /(^|\/)[^/.][^/]*\.[a-z0-9]+$/i.test(path)
