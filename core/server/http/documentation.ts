import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { successStatus, type EndpointSpec } from '#core/contract/endpoint.ts'
import { errorBody } from '#core/contract/errors.ts'
import type { Core } from '../core.ts'
import { VERSION } from '../version.ts'
import { admission } from './access.ts'
import { answerSchema, type MountedContract } from './mount.ts'

type Schema = Record<string, unknown>

const inputSchema = (schema: z.ZodType): Schema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: 'openapi-3.0', io: 'input', unrepresentable: 'any' })
  return rest
}

function parameters(schema: z.ZodObject | undefined, place: 'path' | 'query'): Schema[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !(field as z.ZodType).safeParse(undefined).success,
    schema: inputSchema(field as z.ZodType),
  }))
}

function callers({ who, hosts, scope, recentlyConfirmed }: EndpointSpec['access']): string {
  const people = who === 'anyone' ? 'anyone' : who === 'signed-in' ? 'anyone signed in' : who.join(', ')
  const place = hosts === 'both' ? 'every host' : hosts === 'platform' ? "the platform's host" : "organizations' hosts"
  const again = recentlyConfirmed ? ' Who signed in or confirmed more than 10 minutes ago is asked again.' : ''
  return `Callers: ${people}. On ${place}${scope === 'tenant' ? ', for one organization' : ''}.${again}`
}

function operation(name: string, tag: string, spec: EndpointSpec): Schema {
  const success =
    typeof spec.response === 'object'
      ? { description: 'Success', content: { 'application/json': { schema: answerSchema(spec.response) } } }
      : { description: spec.response === 'file' ? 'The bytes of the file' : 'Success, without a body' }
  const body = spec.upload
    ? {
        'multipart/form-data': {
          schema: {
            type: 'object',
            properties: {
              ...(spec.body && (inputSchema(spec.body)['properties'] as Schema)),
              [spec.upload.field]: { type: 'string', format: 'binary' },
            },
          },
        },
      }
    : spec.body && { 'application/json': { schema: inputSchema(spec.body) } }
  return {
    operationId: name,
    tags: [tag],
    summary: spec.summary,
    description: callers(spec.access),
    parameters: [...parameters(spec.params, 'path'), ...parameters(spec.query, 'query')],
    ...(body ? { requestBody: { required: true, content: body } } : {}),
    responses: {
      [successStatus(spec)]: success,
      default: {
        description: 'An error',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

/** The OpenAPI document of everything that is mounted. */
function openApiDocument(contracts: readonly MountedContract[]): Schema {
  const paths: Record<string, Schema> = {}
  for (const { contract } of contracts) {
    for (const [name, spec] of Object.entries(contract)) {
      const tag = spec.path.split('/')[2] ?? 'api'
      ;(paths[spec.path] ??= {})[spec.method.toLowerCase()] = operation(name, tag, spec)
    }
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Trellis',
      version: VERSION,
      description: 'Calls carry the session in a cookie; sign in with POST /api/login.',
    },
    paths,
    components: { schemas: { Error: inputSchema(errorBody) } },
  }
}

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
  const document = openApiDocument(contracts)
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
