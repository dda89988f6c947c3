import pg from 'pg'
import { withLogin } from '#core/server/database/pool.ts'

/** Looks into a database beside the platform, as its login role. */
export const query = <Row extends object>(databaseUrl: string, text: string, values?: unknown[]): Promise<Row[]> =>
  withLogin(databaseUrl, async (client) => (await client.query<Row>(text, values)).rows)

/** Databases of tests are copies of one: locks in another one may have the same numbers. */
export const lockedHere = 'database = (select oid from pg_database where datname = current_database())'

/**
 * Locks a table until `release`; `waiting` resolves when another connection waits for it. A test stops a process in the
 * middle of its work so.
 */
export async function holdTable(databaseUrl: string, table: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  // The server may be stopped meanwhile, which lets go of it too.
  client.on('error', () => undefined)
  await client.connect()
  await client.query(`begin; lock table ${table} in access exclusive mode`)
  return {
    waiting: async () => {
      for (;;) {
        const { rowCount } = await client.query(
          `select from pg_locks where not granted and relation = $1::regclass and ${lockedHere}`,
          [table],
        )
        if (rowCount) return
      }
    },
    release: () => client.end(),
  }
}
