import fastify, { LogController, type FastifyInstance } from 'fastify'
import type { Core } from '../core.ts'
import { registerArrival } from './arrival.ts'
import { clientReader } from './client.ts'
import { refusals, registerErrors } from './error-handler.ts'
import { registerHealth } from './health.ts'

/** Builds the HTTP server of a node that only runs jobs: health, readiness and metrics, under the rules of `serve`. */
export async function buildHealthApp(core: Core): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: core.log,
    logController: new LogController({ disableRequestLogging: true }),
    ...refusals(core.log),
  })
  registerErrors(app)
  registerArrival(app)
  const clientOf = clientReader(core.env)
  app.decorateRequest('client')
  app.addHook('onRequest', (request, _reply, done) => {
    request.client = clientOf(request)
    done()
  })
  await registerHealth(app, core)
  await app.ready()
  return app
}
