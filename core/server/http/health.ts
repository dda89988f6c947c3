import type { FastifyInstance, FastifyRequest } from 'fastify'
import { timingSafeEqual } from 'node:crypto'
import type { Core } from '../core.ts'
import { forbidden } from '../errors.ts'
import { systemActor } from '../identity/actor.ts'

interface Problem {
  part: string
  message: string
}

/** What keeps this node from doing its work; nothing when all is well. */
async function problems(core: Core): Promise<Problem[]> {
  const found: Problem[] = []
  await core.db
    .platform(systemActor, ({ rows }) => rows('health.ping', 'select 1 as one'))
    .catch((error: Error) => found.push({ part: 'database', message: error.message || 'cannot be reached' }))
  if (!core.jobs.healthy) found.push({ part: 'jobs', message: 'the job queue is not running' })
  return found
}

export function registerHealth(app: FastifyInstance, core: Core): void {
  // Alive as long as it answers at all: a node whose database is away must not be restarted for it.
  app.get('/api/health', async () => ({ status: 'ok' }))
  app.get('/api/ready', async (_request, reply) => {
    const found = await problems(core)
    return reply
      .status(found.length === 0 ? 200 : 503)
      .send({ status: found.length === 0 ? 'ok' : 'unavailable', problems: found })
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, core.env.metricsToken)) throw forbidden()
    return reply.type(core.metrics.registry.contentType).send(await core.metrics.registry.metrics())
  })
}

function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  const given = request.headers.authorization?.replace(/^Bearer /, '')
  if (token && given?.length === token.length) return timingSafeEqual(Buffer.from(given), Buffer.from(token))
  // A proxy on this machine is loopback too; the header tells that somebody else is behind it.
  return /^(127\.|::1$|::ffff:127\.)/.test(request.ip) && request.headers['x-forwarded-for'] === undefined
}
