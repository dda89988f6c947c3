import type pg from 'pg'
import { loginClient } from '#core/server/database/pool.ts'
import type { TestPlatform } from '#core/testing/harness.ts'

/** The query of `elsewhere` before which it can be held. */
export const beforeItEnds = /^select$/

/** Has a lock to itself until its connection ends, as another process does that works. */
export async function elsewhere<T>(
  { databaseUrl }: TestPlatform,
  lock: number,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = loginClient(databaseUrl)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    await client.query('select')
    return await work(client)
  } finally {
    await client.end()
  }
}
