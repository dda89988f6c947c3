import type { Core, Database, PlatformScope } from '../core.ts'
import { scopePool } from './pool.ts'
import { Scopes } from './scope.ts'
import { statement } from './statement.ts'

/**
 * Scopes on a connection of their own as the login role, which owns the tables. They have the operator's rights like all
 * others, until `asOwner`: for acts that the serving role may not perform, such as dropping old partitions.
 */
export async function withOwnerScopes<T>(core: Core, work: (db: Database) => Promise<T>): Promise<T> {
  if (!core.env.databaseUrl) throw new Error('The platform has no database')
  const pool = scopePool(core.env.databaseUrl, 1)
  pool.on('error', () => undefined)
  try {
    return await work(new Scopes(pool, () => core))
  } finally {
    await pool.end()
  }
}

const setOwnerRole = statement(`select set_config('role', 'none', true)`)

const setOperatorRole = statement(`select set_config('role', 'trellis_operator', true)`)

/** Runs statements in a scope of `withOwnerScopes` with the owner's rights; elsewhere they are refused. */
export async function asOwner<T>(scope: PlatformScope, work: () => Promise<T>): Promise<T> {
  await scope.rows(setOwnerRole)
  const result = await work()
  await scope.rows(setOperatorRole)
  return result
}
