import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Env } from '#config/env.ts'
import type { Core } from '../core.ts'
import { listMigrations, newerDatabaseText, unknownMigrations, type FoundMigration } from '../database/migrations.ts'
import { statement } from '../database/statement.ts'
import { forbidden } from '../errors.ts'
import { systemActor } from '../identity/actor.ts'
import { COMMIT, VERSION } from '../version.ts'

interface Problem {
  part: string
  message: string
}

const selectMigrations = statement(z.object({ name: z.string() }), 'select name from trellis_migrations order by id')

/** Lists the problems that keep this node from working; empty when all is well. */
async function problems(core: Core, known: readonly FoundMigration[]): Promise<Problem[]> {
  const found: Problem[] = []
  try {
    const applied = await core.db.platform(systemActor, ({ rows }) => rows(selectMigrations))
    const names = applied.map(({ name }) => name)
    const unknown = unknownMigrations(names, known, core.migrations)
    if (unknown.length > 0) found.push({ part: 'migrations', message: newerDatabaseText(unknown) })
  } catch (error) {
    found.push({ part: 'database', message: (error as Error).message || 'cannot be reached' })
  }
  if (core.stopping) found.push({ part: 'node', message: 'the node stops' })
  if (!core.jobs.healthy) found.push({ part: 'jobs', message: 'the job queue is not running' })
  return found
}

/** Lifts the request limit: monitoring asks from any address, above all while the platform is overloaded. */
const unlimited = { config: { requestLimit: false } } as const

export async function registerHealth(app: FastifyInstance, core: Core): Promise<void> {
  // Read once, so that it stays this node's version when a newer one is deployed into its folder.
  const known = await listMigrations(core.migrations)
  // Alive as long as it answers at all: an unavailable database is no reason to restart a node.
  app.get('/api/health', unlimited, async () => ({ status: 'ok', version: VERSION, commit: COMMIT }))
  app.get('/api/ready', unlimited, async (_request, reply) => {
    const found = await problems(core, known)
    return reply
      .status(found.length === 0 ? 200 : 503)
      .send({ status: found.length === 0 ? 'ok' : 'unavailable', problems: found })
  })
  app.get('/metrics', unlimited, async (request, reply) => {
    if (!mayReadMetrics(request, core.env)) throw forbidden()
    return reply.type(core.metrics.registry.contentType).send(await core.metrics.registry.metrics())
  })
}

/** Admits holders of the token; without a configured token, only requests from this machine without a proxy. */
function mayReadMetrics({ headers, client }: FastifyRequest, { metricsToken, trustProxy }: Env): boolean {
  if (metricsToken !== undefined) return isToken(headers.authorization?.replace(/^Bearer /i, '') ?? '', metricsToken)
  // Requests through a proxy on this machine come from this machine, and not every proxy adds a header.
  const proxied = trustProxy !== 0 || headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  return !proxied && /^(127\.|::1$)/.test(client.address)
}

/** Compares in constant time; digests have one length, whatever was given. */
function isToken(given: string, token: string): boolean {
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
  // Node reads headers byte for byte.
  return timingSafeEqual(digest(Buffer.from(given, 'latin1')), digest(Buffer.from(token)))
}
