import type { Env } from '#config/env.ts'
import { plugins } from '#config/plugins.ts'
import { createPlatform, migrateDatabase, type Platform, type PlatformOptions } from '#core/server/platform.ts'
import { openDatabase, type Database } from '#core/server/process.ts'
import type { UpgradeOptions } from '#core/server/upgrade.ts'
import { logDestination } from './readable-log.ts'
import { readEnvironment } from './environment.ts'

/** Runs work on the database of the environment; the embedded one is started for it when it is not running. */
export async function withDatabase<T>(work: (database: Database, env: Env) => Promise<T>): Promise<T> {
  const env = readEnvironment()
  const database = await openDatabase(env)
  // An interrupted transaction rolls back with its connection; the server must not be left running.
  const interrupted = () => void database.stop().finally(() => process.exit(1))
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
  try {
    return await work(database, env)
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted)
    await database.stop()
  }
}

/** Runs work on an assembled platform that neither listens nor takes jobs. Its log goes to standard error. */
export async function withPlatform<T>(
  work: (platform: Platform) => Promise<T>,
  { beforeStart }: Pick<PlatformOptions, 'beforeStart'> = {},
): Promise<T> {
  return withDatabase(async (database, env) => {
    const options = { work: false, logTo: stderrLog(), beforeStart }
    const platform = await createPlatform(quietLog(database, env), plugins, options)
    try {
      return await work(platform)
    } finally {
      await platform.close()
    }
  })
}

/** Migrates the database, without a platform on it. @returns the migrations that were missing */
export const migrateHere = (database: Database, env: Env, options: UpgradeOptions = {}) =>
  migrateDatabase(quietLog(database, env), plugins, { ...options, logTo: stderrLog() })

const quietLog = ({ url }: Database, env: Env) => ({
  ...env,
  databaseUrl: url,
  logLevel: env.logLevel === 'info' ? 'warn' : env.logLevel,
})

/** Results are on standard output, where a machine may read them. */
const stderrLog = () => logDestination(process.stderr)
