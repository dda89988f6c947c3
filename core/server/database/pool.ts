import pg from 'pg'

const { INT8, TIMESTAMPTZ, DATE } = pg.types.builtins

// Instants travel as ISO 8601 in UTC from the database to the browser without conversion to Date objects.
const toIso = (value: string) => {
  const fraction = value.slice(19).match(/^\.(\d+)/)?.[1] ?? ''
  return `${value.slice(0, 10)}T${value.slice(11, 19)}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}

/** Parsers of every connection: `bigint` as number (counts, bytes), `timestamptz` as ISO text, `date` as text. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: Parameters<typeof pg.types.getTypeParser>[0], format?: 'text' | 'binary') => {
    if (format !== 'binary') {
      if (oid === INT8) return Number
      if (oid === TIMESTAMPTZ) return toIso
      if (oid === DATE) return (value: string) => value
    }
    return pg.types.getTypeParser(oid, format)
  }) as typeof pg.types.getTypeParser,
}

/** Milliseconds. */
export const CONNECT_TIMEOUT_MS = 3000
const STATEMENT_TIMEOUT_MS = 30_000

/** Settings of every transaction of a scope; instants are read as UTC. */
export const SCOPE_SETTINGS = {
  timezone: 'UTC',
  statement_timeout: String(STATEMENT_TIMEOUT_MS),
  idle_in_transaction_session_timeout: '60000',
}

const STARTUP_OPTIONS = Object.entries({ role: 'trellis_app', ...SCOPE_SETTINGS }).map(
  ([name, value]) => `-c ${name}=${value}`,
)

/**
 * Connections without rights of their own: they start as `trellis_app`, and only a scope gives them a role with rights.
 * So a query outside a scope fails, even when the login role is a superuser.
 * @param pooled whether the address is a pooler in transaction mode, which refuses start-up options: there the login role
 *   has no rights, and scopes set the rest (`Scopes`)
 */
export function scopePool(databaseUrl: string, max: number, pooled = false): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max,
    // The messages of a transaction are pipelined.
    pipeline: true,
    types: typeParsers,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // A server that died silently must not keep a request waiting for ever.
    query_timeout: STATEMENT_TIMEOUT_MS + 2000,
    keepAlive: true,
    idleTimeoutMillis: 30_000,
    ...(pooled ? {} : { options: STARTUP_OPTIONS.join(' ') }),
    application_name: 'trellis',
  })
  // A connection that is lost between two queries of a scope emits an error itself; the next query fails, and that error
  // is handled. Without a listener the event would end the process.
  pool.on('connect', (connection) => connection.on('error', () => undefined))
  return pool
}

/** Makes a pool open new connections with another address; open ones are unchanged. */
export function signInWith(pool: pg.Pool, databaseUrl: string): void {
  pool.options.connectionString = databaseUrl
}

/** One connection as the login role, for migrations, COPY, and listening; no pipeline, no statement timeout. */
export function loginClient(databaseUrl: string): pg.Client {
  return new pg.Client({
    connectionString: databaseUrl,
    types: typeParsers,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    options: '-c timezone=UTC',
    application_name: 'trellis',
  })
}

/** Runs work on a connection as the login role. */
export async function withLogin<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = loginClient(databaseUrl)
  // A lost connection fails the next query; without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  return work(client).finally(() => client.end().catch(() => undefined))
}
