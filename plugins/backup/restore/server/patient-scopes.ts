import pg from 'pg'
import type { Core, Database } from '#core/server/core.ts'
import { typeParsers } from '#core/server/database/pool.ts'
import { Scopes } from '#core/server/database/scope.ts'

/** Scopes as those of the core, but for statements that take as long as there are rows. */
export async function withPatientScopes<T>(core: Core, work: (db: Database) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({
    connectionString: core.env.databaseUrl,
    max: 1,
    pipeline: true,
    types: typeParsers,
    connectionTimeoutMillis: 3000,
    keepAlive: true,
    options: '-c role=trellis_app -c timezone=UTC',
    application_name: 'trellis-restore',
  })
  pool.on('error', () => undefined)
  pool.on('connect', (connection) => connection.on('error', () => undefined))
  try {
    return await work(new Scopes(pool, () => core))
  } finally {
    await pool.end()
  }
}
