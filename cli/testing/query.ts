import pg from 'pg'

/** Looks into a database beside the platform, as its login role. */
export async function query<Row extends object>(databaseUrl: string, text: string, values?: unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Databases of tests are copies of one: what is locked in another one may have the same numbers. */
export const lockedHere = 'database = (select oid from pg_database where datname = current_database())'

/**
 * Holds a table against everybody else until `release`; `waiting` resolves when somebody waits for it. So a test stops a
 * process in the middle of its work.
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
