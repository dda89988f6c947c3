import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { EndpointSpec } from '#core/contract/endpoint.ts'
import type { Core } from '../core.ts'
import { notFound } from '../errors.ts'
import { admission } from './access.ts'
import { apiDocument } from './api-document.ts'
import type { MountedContract } from './mount.ts'
import { sendVariant, variantOf, type WebFile } from './web-files.ts'

const readers: Pick<EndpointSpec, 'access' | 'method' | 'path'> = {
  method: 'GET',
  path: '/api/docs',
  access: { who: ['superadmin'], hosts: 'both', scope: 'none', duringMaintenance: true },
}

/** Addresses from which the documentation pages load the document; by default they would serialize it again. */
const DOCUMENT_JSON_PATH = '/api/docs/json'
const DOCUMENT_YAML_PATH = '/api/docs/yaml'

/** `/api/openapi.json` for programs and `/api/docs` for people: both for super admins, in a demo for everyone. */
export async function registerDocumentation(
  app: FastifyInstance,
  core: Core,
  contracts: readonly MountedContract[],
): Promise<void> {
  // Built once when it is first read: it is large, and most nodes never serve it.
  let made: Promise<WebFile> | undefined
  const sendDocument = async (request: FastifyRequest, reply: FastifyReply) => {
    const file = await (made ??= documentFile(apiDocument(core.env, contracts)))
    return sendVariant(file, request, reply.headers({ 'cache-control': 'private, no-cache', vary: 'accept-encoding' }))
  }
  await app.register(async (docs) => {
    if (!core.env.demo) docs.addHook('onRequest', admission(core, readers))
    docs.addHook('onRequest', async ({ routeOptions: { url } }) => {
      if (url === DOCUMENT_YAML_PATH) throw notFound('Address')
    })
    docs.addHook('preHandler', async (request, reply) => {
      if (request.routeOptions.url === DOCUMENT_JSON_PATH) return sendDocument(request, reply)
    })
    docs.get('/api/openapi.json', sendDocument)
    await docs.register(swagger, { mode: 'static', specification: { document: { openapi: '3.0.3' } as never } })
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      // The bar of the other layout has a logo with a style of its own, which the app's content policy refuses.
      uiConfig: { layout: 'BaseLayout', docExpansion: 'list', deepLinking: true },
    })
  })
}

const compressed = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/** Brotli quality far below the best, which takes seconds, and still reduces the document to a twentieth. */
const BROTLI_QUALITY = 5

/** Returns the compressed document, so that a request costs no more than a static file. */
async function documentFile(document: object): Promise<WebFile> {
  const body = Buffer.from(JSON.stringify(document))
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  const variants = [
    variantOf(await compressed.br(body, { params }), 'br'),
    variantOf(await compressed.gzip(body), 'gzip'),
    variantOf(body),
  ]
  return { path: 'openapi.json', contentType: 'application/json; charset=utf-8', variants }
}
