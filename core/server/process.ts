import type { Env } from '#config/env.ts'
import { startEmbeddedPostgres } from './database/embedded.ts'
import { serveWeb } from './http/web.ts'
import { createPlatform, type Platform, type PlatformOptions } from './platform.ts'
import type { AnyPlugin } from './plugin.ts'
import { join } from 'node:path'

export interface Database {
  url: string
  /** Stops the embedded server when this process started it. */
  stop: () => Promise<void>
}

/** The database of the environment, or the embedded one, started when it is not running. */
export async function openDatabase(env: Env): Promise<Database> {
  if (env.databaseUrl) return { url: env.databaseUrl, stop: async () => undefined }
  return startEmbeddedPostgres(join(env.dataDir, 'postgres'))
}

export interface RunningPlatform extends Platform {
  database: Database
  /** Where it listens; undefined for a node that only works on jobs. */
  address: string | undefined
}

/** Starts database and platform, and listens when `serve` is set. */
export async function startPlatform(
  env: Env,
  plugins: readonly AnyPlugin[],
  options: PlatformOptions & { serve: boolean },
): Promise<RunningPlatform> {
  const database = await openDatabase(env)
  try {
    const platform = await createPlatform({ ...env, databaseUrl: database.url }, plugins, { web: serveWeb, ...options })
    try {
      const address = options.serve ? await platform.app.listen({ port: env.port, host: env.host }) : undefined
      return { ...platform, database, address, close: once(() => platform.close().finally(database.stop)) }
    } catch (error) {
      await platform.close()
      throw error
    }
  } catch (error) {
    await database.stop()
    throw error
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => (done ??= work())
}

/** Milliseconds for requests and jobs under way after the first signal. */
const GRACE = 30_000

/** Stops cleanly on Ctrl-C and on a service manager's signal; a second one stops at once. */
export function stopOnSignal(close: () => Promise<void>): void {
  let stopping = false
  const stop = () => {
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => process.exit(1), GRACE).unref()
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}
