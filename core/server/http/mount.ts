import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { z } from 'zod'
import {
  successStatus,
  type Contract,
  type EndpointAnswer,
  type EndpointInput,
  type EndpointSpec,
} from '#core/contract/endpoint.ts'
import type { Core, PlatformScope, Scope, TenantScope } from '../core.ts'
import { AppError, unauthenticated } from '../errors.ts'
import { admission, isOfPlatform, refuseBodyWhileReadOnly, tenantFor } from './access.ts'
import { heldToItsAudit } from './declared-audit.ts'
import type { Http } from './context.ts'
import { FileAnswer, listHeaders, PagedAnswer, TaggedAnswer } from './answers.ts'
import { jsonSchemaOf } from './json-schema.ts'
import { MAX_BODY_BYTES } from './request-limits.ts'
import { translateText } from '../text.ts'
import { withUpload, type Upload } from './upload.ts'

/** Input of a handler whose endpoint opens no scope. */
export interface Unscoped {
  core: Core
  http: Http
}

/** Names of the path's parameters, in its order. */
type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? [Name, ...PathNames<Rest>]
  : []

type Values<Names, Params> = { [I in keyof Names]: Names[I] extends keyof Params ? Params[Names[I]] : never }

/**
 * Arguments of a use case after its scope, each only if its endpoint has it: the path's parameters in order, the
 * query, the body, the file.
 */
export type Arguments<E extends EndpointSpec> = [
  ...Values<PathNames<E['path']>, EndpointInput<E>['params']>,
  ...(E extends { query: z.ZodType } ? [query: EndpointInput<E>['query']] : []),
  ...(E extends { body: z.ZodType } ? [body: EndpointInput<E>['body']] : []),
  ...(E extends { upload: object } ? [upload: Upload] : []),
]

type ScopeOf<E extends EndpointSpec> = E['access']['scope'] extends 'tenant'
  ? TenantScope
  : E['access']['scope'] extends 'platform'
    ? PlatformScope
    : E['access']['scope'] extends 'host'
      ? Scope
      : Unscoped

type Answer<E extends EndpointSpec> = E['response'] extends 'file'
  ? FileAnswer
  : E['response'] extends 'none'
    ? void
    :
        | EndpointAnswer<E>
        | TaggedAnswer<EndpointAnswer<E>>
        | (EndpointAnswer<E> extends (infer Row)[] ? PagedAnswer<Row> : never)

export type Handlers<C extends Contract> = {
  [K in keyof C]: (scope: ScopeOf<C[K]>, ...given: Arguments<C[K]>) => Promise<Answer<C[K]>>
}

interface AnyHandler {
  (scope: unknown, ...given: unknown[]): Promise<unknown>
  prepare?: (...given: unknown[]) => Promise<unknown>
}

/** A contract with the use cases that answer it. */
export interface MountedContract {
  contract: Contract
  handlers: Record<string, AnyHandler>
}

/**
 * Binds use cases to a contract; the platform applies the access rules of the contract. A use case takes
 * its scope and then, each only if its endpoint has it: the path's parameters in order, the query, the body, the
 * file. `PUT /api/sessions/{id}` with a body is answered by `updateSession(scope, id, body)`.
 */
export function mount<C extends Contract>(contract: C, handlers: Handlers<C>): MountedContract {
  return { contract, handlers: handlers as unknown as Record<string, AnyHandler> }
}

/**
 * Declares a handler with work before its scope opens that is too slow for a transaction, such as
 * hashing a password.
 * @param prepare gets the validated arguments of the use case without scope; the caller is already admitted
 * @param handle gets the result of `prepare` as its last argument
 */
export function withPreparation<S, Given extends unknown[], Ready, A>(
  prepare: (...given: NoInfer<Given>) => Promise<Ready>,
  handle: (scope: S, ...given: [...Given, ready: Ready]) => Promise<A>,
): (scope: S, ...given: Given) => Promise<A> {
  return Object.assign(handle, { prepare }) as unknown as (scope: S, ...given: Given) => Promise<A>
}

/** The schema that serializes an answer: fields that the contract does not name never leave the server. */
export const answerSchema = (response: z.ZodType): Record<string, unknown> => jsonSchemaOf(response, 'output')

type Serializer = (answer: unknown) => string

/** Serializers by the schema of their answers, for all platforms of the process. */
const serializers = new WeakMap<z.ZodType, Serializer>()

/**
 * Serializes a reply by its contract's schema. Serializers are compiled when the endpoint first answers: most nodes
 * never use most endpoints, and all serializers together take a third of a node's memory.
 */
function answererOf({ response }: EndpointSpec): (reply: FastifyReply) => FastifyReply {
  if (typeof response !== 'object') return (reply) => reply
  return (reply) => {
    let serialize = serializers.get(response)
    if (!serialize) {
      serialize = reply.compileSerializationSchema(answerSchema(response)) as Serializer
      serializers.set(response, serialize)
    }
    return reply.type('application/json; charset=utf-8').serializer(serialize)
  }
}

/** Registers the endpoints of a contract. With `holdAudit` a call fails if its audit record is not the declared one. */
export function registerContract(
  app: FastifyInstance,
  core: Core,
  { contract, handlers }: MountedContract,
  { holdAudit = false }: { holdAudit?: boolean | undefined } = {},
): void {
  for (const [name, spec] of Object.entries(contract)) {
    const handler = handlers[name] as AnyHandler
    const status = successStatus(spec)
    const asContracted = answererOf(spec)
    const names = [...spec.path.matchAll(/\{(\w+)\}/g)].map(([, named = '']) => named)
    const route: RouteOptions = {
      method: spec.method,
      url: spec.path.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit: spec.bodyLimit ?? MAX_BODY_BYTES,
      config: {
        requestLimit: spec.rateLimit,
        ...(spec.upload && { arrivesSlowly: true }),
        ...(spec.isAddressSecret && { isAddressSecret: true }),
      },
      onRequest: admission(core, spec),
      handler: async (request, reply) => {
        const address = {
          params: parse(spec.params, request.params, '') as Record<string, unknown> | undefined,
          query: parse(spec.query, request.query, ''),
        }
        const answerTo = async (body: unknown, upload?: Upload) => {
          const parsed = parse(spec.body, body, '')
          refuseBodyWhileReadOnly(request.context, spec, parsed)
          const given = [
            ...names.map((parameter) => address.params?.[parameter]),
            ...(spec.query ? [address.query] : []),
            ...(spec.body ? [parsed] : []),
            ...(upload ? [upload] : []),
          ]
          const ready = handler.prepare ? [await handler.prepare(...given)] : []
          return inScope(core, spec, request, reply, (scope) => handler(scope, ...given, ...ready))
        }
        const work = () =>
          spec.upload
            ? withUpload(core, request, spec.upload, ({ upload, fields }) => answerTo(fields, upload))
            : answerTo(request.body)
        const answer = await (holdAudit ? heldToItsAudit(spec, work) : work())
        return send(request, asContracted(reply), status, answer)
      },
    }
    if (spec.ignoresBody) withoutBody(app, route)
    else app.route(route)
  }
}

/** Within it no content type is refused, and no body is parsed. */
function withoutBody(app: FastifyInstance, route: RouteOptions): void {
  void app.register((inner, _options, done) => {
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, parsed) => parsed(null))
    inner.route(route)
    done()
  })
}

/** Validated, with defaults, without unknown fields. @throws invalid (400) with a message at each field */
function parse(schema: z.ZodType | undefined, value: unknown, prefix: string): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(value ?? {})
  if (result.success) return result.data
  throw invalidInput(result.error, prefix)
}

function invalidInput(error: z.ZodError, prefix = ''): AppError {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) {
    const path = prefix + issue.path.join('.')
    fields[path] ??= translateText(issue.message)
  }
  const [first = 'The request is not valid'] = Object.values(fields)
  const named = Object.entries(fields).map(([path, message]) => (path ? `${path}: ${message}` : message))
  return new AppError('invalid', 400, named.length === 1 ? first : named.join('; ').slice(0, 1000), { fields })
}

async function inScope(
  core: Core,
  spec: EndpointSpec,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (scope: unknown) => Promise<unknown>,
): Promise<unknown> {
  const { context } = request
  switch (spec.access.scope) {
    case 'tenant':
      return core.db.tenant(tenantFor(context), context.actor, work)
    case 'platform':
      return core.db.platform(context.actor, work)
    case 'host':
      return isOfPlatform(context)
        ? core.db.platform(context.actor, work)
        : core.db.tenant(tenantFor(context), context.actor, work)
    case 'none':
      return work({ core, http: { ...context, request, reply } } satisfies Unscoped)
  }
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  answer: unknown,
): Promise<FastifyReply> {
  if (answer instanceof FileAnswer) return answer.send(reply)
  if (answer instanceof TaggedAnswer) return answer.send(request, reply, status)
  if (answer instanceof PagedAnswer) {
    return reply.status(status).headers(listHeaders(answer, request.url)).send(answer.rows)
  }
  return reply.status(status).send(answer)
}

/** The signed-in user of a handler without a scope. @throws unauthenticated */
export function signedIn(http: Http): NonNullable<Http['session']> {
  if (!http.session) throw unauthenticated()
  return http.session
}
