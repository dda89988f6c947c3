import type { z } from 'zod'
import type { Env } from '#config/env.ts'
import { apiGroup, groupLabel, scopeOf } from '#core/contract/api-scopes.ts'
import { successStatus, type EndpointSpec } from '#core/contract/endpoint.ts'
import { errorBody } from '#core/contract/errors.ts'
import { apiGuide } from './api-guide.ts'
import { VERSION } from '../version.ts'
import { UPLOAD_REFUSALS, uploadPaths } from '../files/uploads/documentation.ts'
import { jsonSchemaOf } from './json-schema.ts'
import { answerSchema, type MountedContract } from './mount.ts'
import { sessionCookie } from './session-cookie.ts'

type Schema = Record<string, unknown>

const inputSchema = (schema: z.ZodType): Schema => jsonSchemaOf(schema, 'input')

function parameters(schema: z.ZodObject | undefined, place: 'path' | 'query'): Schema[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !(field as z.ZodType).safeParse(undefined).success,
    schema: inputSchema(field as z.ZodType),
  }))
}

const callerTexts = {
  anyone: 'anyone',
  'signed-in': 'anyone signed in',
  device: 'devices of the organization',
} as const

function callers({ who, hosts, scope, recentlyConfirmed }: EndpointSpec['access']): string {
  const people = typeof who === 'string' ? callerTexts[who] : who.join(', ')
  const place = hosts === 'both' ? 'every host' : hosts === 'platform' ? "the platform's host" : "organizations' hosts"
  const again = recentlyConfirmed ? ' Who signed in or confirmed more than 10 minutes ago is asked again.' : ''
  return `Callers: ${people}. On ${place}${scope === 'tenant' ? ', for one organization' : ''}.${again}`
}

type Status = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 416 | 422 | 423 | 429 | 500 | 503

/** Error responses by status; each endpoint lists those that it can return. */
const refusals: Record<Status, { name: string; description: string }> = {
  400: { name: 'Invalid', description: 'What was sent is not valid; `fields` says where.' },
  401: { name: 'Unauthenticated', description: 'Not signed in, or the credentials are wrong.' },
  403: { name: 'Forbidden', description: 'The caller may not do this, or not yet: `code` says what is missing.' },
  404: { name: 'NotFound', description: 'There is none, or none that the caller may know of, or not on this host.' },
  409: {
    name: 'Conflict',
    description: 'Already taken, changed in the meantime, or in another state.',
  },
  413: { name: 'TooLarge', description: 'The request or its file is too large.' },
  415: { name: 'UnsupportedMediaType', description: 'The body is not what the call takes.' },
  416: { name: 'RangeNotSatisfiable', description: 'The part that was asked for lies behind the end; without a body.' },
  422: { name: 'Failed', description: 'What was asked for was done and has failed; the message says why.' },
  423: { name: 'Locked', description: 'Another call is still at work on it; it is worth another try.' },
  429: {
    name: 'TooManyRequests',
    description: 'Too many requests, or too much begun; `Retry-After` says when to try again, where time helps.',
  },
  500: { name: 'Internal', description: 'Something went wrong on our side; `requestId` finds it in the log.' },
  503: {
    name: 'Unavailable',
    description: 'The platform is busy, held or without its database; `Retry-After` says when to try again.',
  },
}

/** Lists the statuses implied by the endpoint's declaration, and those that it names itself. */
function refusedWith({ access, method, params, query, errors = [] }: EndpointSpec): Status[] {
  // A body is read, and may be refused, even if the endpoint uses none.
  const writes = method !== 'GET'
  const follows: Record<Status, boolean> = {
    400: Boolean(params ?? query) || writes,
    401: access.who !== 'anyone',
    403: access.who !== 'anyone' || writes,
    404: Boolean(params) || access.hosts !== 'both' || access.scope !== 'none',
    409: writes,
    413: writes,
    415: writes,
    416: false,
    422: false,
    423: false,
    429: true,
    500: true,
    503: true,
  }
  return (Object.keys(follows).map(Number) as Status[]).filter(
    (status) => follows[status] || errors.includes(status as never),
  )
}

const byToken = (scope: string | null) =>
  scope === null ? 'Requires a session: API tokens are refused.' : `API tokens need the scope \`${scope}\`.`

function operation(name: string, tag: string, spec: EndpointSpec): Schema {
  const scope = scopeOf(spec)
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
    description: `${callers(spec.access)} ${byToken(scope)}`,
    security: spec.access.who === 'anyone' ? [] : [{ session: [] }, ...(scope === null ? [] : [{ token: [] }])],
    ...(scope === null ? {} : { 'x-scope': scope }),
    parameters: [...parameters(spec.params, 'path'), ...parameters(spec.query, 'query')],
    ...(body ? { requestBody: { required: true, content: body } } : {}),
    responses: {
      [successStatus(spec)]: success,
      ...Object.fromEntries(
        refusedWith(spec).map((status) => [status, { $ref: `#/components/responses/${refusals[status].name}` }]),
      ),
    },
  }
}

/** Lists the servers of the platform and of its organizations. */
function servers({ publicUrl, platformDomain, port }: ServedAt): Schema[] {
  const platform = new URL(publicUrl ?? `http://${platformDomain}:${port}`)
  const { protocol, host } = platform
  return [
    { url: platform.origin, description: 'The platform' },
    {
      url: `${protocol}//{subdomain}.${host}`,
      description: 'An organization',
      variables: { subdomain: { default: 'northstar', description: 'Of the organization' } },
    },
  ]
}

export type ServedAt = Pick<Env, 'publicUrl' | 'platformDomain' | 'port'>

/** Builds the OpenAPI document of all mounted endpoints. */
export function apiDocument(env: ServedAt, contracts: readonly MountedContract[]): Schema {
  const paths: Record<string, Schema> = uploadPaths((status) => ({
    $ref: `#/components/responses/${refusals[status].name}`,
  }))
  const tags = new Set(['uploads'])
  for (const { contract } of contracts) {
    for (const [name, spec] of Object.entries(contract)) {
      const tag = apiGroup(spec.path)
      tags.add(tag)
      ;(paths[spec.path] ??= {})[spec.method.toLowerCase()] = operation(name, tag, spec)
    }
  }
  const error = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  const given = new Set([
    ...UPLOAD_REFUSALS,
    ...contracts.flatMap(({ contract }) => Object.values(contract).flatMap(refusedWith)),
  ])
  return {
    openapi: '3.0.3',
    info: {
      title: 'Trellis',
      version: VERSION,
      license: { name: 'UNLICENSED' },
      description: apiGuide,
    },
    servers: servers(env),
    tags: [...tags]
      .toSorted()
      .map((name) => ({ name, description: `${groupLabel(name)}: scopes \`${name}:read\` and \`${name}:write\`` })),
    paths,
    components: {
      schemas: { Error: inputSchema(errorBody) },
      responses: Object.fromEntries(
        [...given].map((status) => [
          refusals[status].name,
          { description: refusals[status].description, ...(status === 416 ? {} : { content: error }) },
        ]),
      ),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie(env),
          description: 'Set by signing in. Only pages of the same origin may change anything with it.',
        },
        token: { type: 'http', scheme: 'bearer', description: 'An API token, made on the page of your profile.' },
      },
    },
  }
}
