import { randomUUID } from 'node:crypto'
import fastify, { LogController, type FastifyInstance } from 'fastify'
import type { Core } from '../core.ts'
import { registerInteractive } from '../files/interactive/routes.ts'
import { registerUploads } from '../files/uploads/routes.ts'
import { registerArrivals } from '../identity/hand-over/arrival.ts'
import { registerSso } from '../identity/single-sign-on/http.ts'
import { registerArrival } from './arrival.ts'
import { compressAnswers } from './compression.ts'
import { registerDocumentation } from './documentation.ts'
import { refusals, registerErrors } from './error-handler.ts'
import { runAsCall } from '../loop-watch.ts'
import { loggedUrl } from './logged-url.ts'
import { registerHealth } from './health.ts'
import { registerInstalledApp } from './installed-app.ts'
import { registerLanguage } from './language.ts'
import { registerContract, type MountedContract } from './mount.ts'
import { readJson } from './json.ts'
import { MAX_BODY_BYTES, type RequestsPerMinute } from './request-limits.ts'
import { routeGroup } from './route-group.ts'
import { security } from './security.ts'

export interface AppOptions {
  /** Overrides the default limits; false lifts all, for benchmarks. */
  rateLimit?: Partial<RequestsPerMinute> | false
  /** Fails calls whose audit record differs from their endpoint's declaration; for tests. */
  holdAudit?: boolean
  /** Registers protocols of the plugins. */
  protocols?: readonly ((app: FastifyInstance) => Promise<void>)[]
  /** Registers routes that are not part of the API: the web app's files. */
  web?: (app: FastifyInstance) => Promise<void>
}

/** Builds the HTTP server of a platform. It does not listen yet: tests inject, `process.ts` listens. */
export async function buildApp(
  core: Core,
  contracts: readonly MountedContract[],
  options: AppOptions = {},
): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: core.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    // A proxy keeps sending requests on open connections until it learns that the node stops.
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    ajv: { customOptions: { strict: false } },
    ...refusals(core.log),
  })
  app.decorateRequest('context')
  registerCalls(app)
  readJson(app)
  registerErrors(app)
  registerArrival(app)
  await app.register(security, { core, rateLimit: options.rateLimit })
  registerLanguage(app, core)
  registerLog(app, core)
  compressAnswers(app)
  registerClosing(app, core)
  await registerHealth(app, core)
  for (const mounted of contracts) registerContract(app, core, mounted, options)
  await registerUploads(app, core)
  registerInteractive(app, core)
  await registerArrivals(app, core)
  await registerSso(app, core)
  for (const register of options.protocols ?? []) await register(app)
  await registerDocumentation(app, core, contracts)
  registerInstalledApp(app, core)
  if (options.web) await options.web(app)
  await app.ready()
  return app
}

/** Associates running code with its request, for the log of event loop delays. */
function registerCalls(app: FastifyInstance): void {
  app.decorateRequest('call')
  app.addHook('onRequest', (request, _reply, done) => {
    request.call = { method: request.method, route: request.routeOptions.url ?? 'none', requestId: request.id }
    runAsCall(request.call, done)
  })
  // A body arrives in the async context of its connection.
  app.addHook('preValidation', (request, _reply, done) => runAsCall(request.call, done))
}

/** Closes connections after their answer while the server stops: else it would wait for the client to disconnect. */
function registerClosing(app: FastifyInstance, core: Core): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing || core.stopping) reply.header('connection', 'close')
  })
}

function registerLog(app: FastifyInstance, core: Core): void {
  const level = core.env.production ? 'info' : 'debug'
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // API answers belong to one person at one moment; routes of files override this.
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  app.addHook('onResponse', async (request, reply) => {
    const labels = { group: routeGroup(request.routeOptions.url), status: `${Math.floor(reply.statusCode / 100)}xx` }
    core.metrics.answers.observe(labels, reply.elapsedTime / 1000)
    request.log[level](
      {
        method: request.method,
        url: loggedUrl(request),
        host: request.client.hostName,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        user: request.context?.session?.user.id,
      },
      'answered',
    )
  })
}
