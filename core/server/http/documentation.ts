import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { EndpointSpec } from '#core/contract/endpoint.ts'
import type { Core } from '../core.ts'
import { admission } from './access.ts'
import { apiDocument } from './api-document.ts'
import type { MountedContract } from './mount.ts'

const readers: Pick<EndpointSpec, 'access' | 'method'> = {
  method: 'GET',
  access: { who: ['superadmin'], hosts: 'both', scope: 'none', duringMaintenance: true },
}

/** `/api/openapi.json`, for whoever writes a program; and readable at `/api/docs` for super admins, in a demo for all. */
export async function registerDocumentation(
  app: FastifyInstance,
  core: Core,
  contracts: readonly MountedContract[],
): Promise<void> {
  // Made when somebody reads it: it is large, and most nodes are never asked.
  let made: ReturnType<typeof apiDocument> | undefined
  const document = { toJSON: () => (made ??= apiDocument(core.env, contracts)) }
  app.get('/api/openapi.json', async () => document)
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(async (docs) => {
    if (!core.env.demo) docs.addHook('onRequest', admission(core, readers))
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      // The bar of the other layout has a logo with a style of its own, which the policy of the app refuses.
      uiConfig: { layout: 'BaseLayout', docExpansion: 'list', deepLinking: true },
    })
  })
}
