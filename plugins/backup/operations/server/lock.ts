import { z } from 'zod'
import { loginClient } from '#core/server/database/pool.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'

// Any constant: what matters is that every process asks for the same lock.
export const OPERATIONS_LOCK = 7_301_997

/**
 * Lets one operation at a time work on the whole platform, until the answered function is called or the process ends,
 * whichever way it does.
 * @param patience milliseconds to wait for it
 * @returns undefined while another process works
 */
export async function lockOperations(
  databaseUrl: string,
  patience: number,
): Promise<(() => Promise<void>) | undefined> {
  const client = loginClient(databaseUrl)
  // Lost with its connection; what works meanwhile loses its own.
  client.on('error', () => undefined)
  await client.connect()
  const release = () => client.end().catch(() => undefined)
  try {
    await client.query(`set lock_timeout = ${Math.max(1, patience)}`)
    await client.query('select pg_advisory_lock($1)', [OPERATIONS_LOCK])
    return release
  } catch (error) {
    await release()
    if ((error as { code?: string }).code === '55P03') return undefined
    throw error
  }
}

const selectIsLocked = statement(
  z.object({ held: z.boolean() }),
  `select exists (select from pg_locks where locktype = 'advisory' and classid = 0 and objid = $1 and objsubid = 1
        and granted and database = (select oid from pg_database where datname = current_database())) as held`,
)

/** True if an operation is being worked on, on any node. */
export async function isLocked({ rows }: PlatformScope): Promise<boolean> {
  const [found] = await rows(selectIsLocked, [OPERATIONS_LOCK])
  return found?.held ?? false
}
