import { join } from 'node:path'
import type { FastifyInstance, FastifyListenOptions } from 'fastify'
import { setTimeout } from 'node:timers/promises'
import type { Env } from '#config/env.ts'
import type { Core } from './core.ts'
import { startEmbeddedPostgres } from './database/embedded.ts'
import { keepRunning, type Keeping } from './database/keep-running.ts'
import { buildHealthApp } from './http/health-app.ts'
import { reservePort, type Reservation } from './http/reservation.ts'
import { serveWeb } from './http/web.ts'
import { announceNode } from './nodes.ts'
import { createPlatform, type Platform, type PlatformOptions } from './platform.ts'
import type { AnyPlugin } from './plugin.ts'

export interface Database {
  url: string
  /** Stops the embedded server when this process started it. */
  stop: () => Promise<void>
  /** Starts the embedded server again when it ends. @returns a function that stops it */
  keepRunning?: (keeping: Keeping) => () => Promise<void>
}

/** The database of the environment, or the embedded one, started when it is not running. */
export async function openDatabase(env: Env): Promise<Database> {
  if (env.databaseUrl) return { url: env.databaseUrl, stop: async () => undefined }
  const directory = join(env.dataDir, 'postgres')
  const server = await startEmbeddedPostgres(directory)
  return Object.assign(server, { keepRunning: (keeping: Keeping) => keepRunning(directory, server, keeping) })
}

export interface RunningPlatform extends Platform {
  database: Database
  /** Address on which it listens; undefined for a node that only works on jobs and has no port of its own. */
  address: string | undefined
}

export interface StartOptions extends PlatformOptions {
  serve: boolean
  /** Runs before the database is opened, when the port is ours already. */
  before?: () => Promise<void>
  /** Runs on the assembled platform before the first request. */
  prepare?: (platform: Platform) => Promise<void>
  /** Called when the platform cannot continue; ends the process. */
  failed: (error: unknown) => void
}

/**
 * Takes the port, starts database and platform, and listens: for everyone when `serve` is set, for health and metrics
 * alone otherwise, where there is a port for it. What was started is stopped again when a later step fails.
 */
export async function startPlatform(
  env: Env,
  plugins: readonly AnyPlugin[],
  { serve, before, prepare, failed, ...options }: StartOptions,
): Promise<RunningPlatform> {
  const undo: (() => Promise<void>)[] = []
  const close = once(async () => {
    const failures: unknown[] = []
    for (const step of undo.toReversed()) await step().catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw failures[0]
  })
  try {
    const port = serve ? env.port : env.workPort
    const reservation = port === undefined ? undefined : await reservePort(port, env.host)
    if (reservation) undo.push(reservation.close)
    await before?.()
    const database = await openDatabase(env)
    // It may be another server by then.
    undo.push(() => database.stop())
    const platform = await createPlatform({ ...env, databaseUrl: database.url }, plugins, {
      web: (app) => serveWeb(app, join(env.dataDir, 'web-builds')),
      ...options,
    })
    undo.push(platform.close)
    undo.push(await announceNode(platform.core))
    const { log } = platform.core
    const release = database.keepRunning?.({ log: (message) => log.error(message), failed })
    if (release) undo.push(release)
    await prepare?.(platform)
    const app = serve || !reservation ? platform.app : await buildHealthApp(platform.core)
    if (app !== platform.app) undo.push(() => app.close())
    const address = reservation && (await listen(app, { port, host: env.host }, reservation))
    if (address) undo.push(() => serveOn(platform.core, env.stopDelay))
    return { ...platform, database, address, close }
  } catch (error) {
    await close().catch(() => undefined)
    throw error
  }
}

async function listen(app: FastifyInstance, at: FastifyListenOptions, reservation: Reservation): Promise<string> {
  const answerWaiting = reservation.release()
  const address = await app.listen(at)
  answerWaiting(app.server)
  return address
}

/** Keeps serving until proxies have noticed that the node stops. */
async function serveOn(core: Core, seconds: number): Promise<void> {
  core.stopping = true
  await setTimeout(seconds * 1000)
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => (done ??= work())
}

/** Milliseconds for requests and jobs under way after the first signal. */
const SHUTDOWN_GRACE_MS = 30_000
/** Milliseconds in which a second signal is the same one again: npm passes on what the terminal has sent to both. */
const SAME_SIGNAL_MS = 1000

/**
 * Stops cleanly on Ctrl-C and on a service manager's signal; a second one, later, stops at once.
 * @param delay seconds that the node serves on before it stops
 */
export function stopOnSignal(close: () => Promise<void>, delay: number): void {
  let stoppingSince: number | undefined
  const stop = () => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    void setTimeout(delay * 1000 + SHUTDOWN_GRACE_MS, undefined, { ref: false }).then(() => process.exit(1))
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}
