import pg from 'pg'
import { AppError } from '#core/server/errors.ts'
import { retryUntilReachable } from '../../shared/server/retry-until-reachable.ts'

/** Schema into which archives are loaded to be tried, and to wait for the moment when they replace what is there. */
export const SCRATCH_SCHEMA = 'trellis_restore'

// Any constant: what matters is that every process asks for the same lock.
export const SCRATCH_LOCK = 7_301_996

/** The schema, and the connection as the login role that has it to itself. Names without a schema mean this one's. */
export interface Scratch {
  client: pg.Client
  /** Another connection that sees the same, for work beside. */
  connect: () => Promise<pg.Client>
}

/**
 * Makes the scratch schema, and drops it when the work is over, whichever way it ends. Nothing outside of it is touched.
 * @throws backup.busy 409 while another process holds it
 */
export async function withScratch<T>(databaseUrl: string, work: (scratch: Scratch) => Promise<T>): Promise<T> {
  const clients: pg.Client[] = []
  const connect = async () => {
    const client = await connectTo(databaseUrl)
    clients.push(client)
    return client
  }
  const client = await connect()
  try {
    if (!(await lock(client))) {
      throw new AppError('backup.busy', 409, 'A backup is being verified or restored already. Please wait for its end.')
    }
    try {
      await client.query(`
        drop schema if exists ${SCRATCH_SCHEMA} cascade;
        create schema ${SCRATCH_SCHEMA};
        grant usage on schema ${SCRATCH_SCHEMA} to trellis_tenant, trellis_operator;
      `)
      return await work({ client, connect })
    } finally {
      // Cancels queries still running on them, which releases their locks.
      for (const other of clients.splice(1)) await cancelBackend(client, other)
      await client.query('rollback').catch(() => undefined)
      await client.query(`drop schema if exists ${SCRATCH_SCHEMA} cascade`).catch(() => undefined)
    }
  } finally {
    const lost = await client.query('select').then(
      () => false,
      () => true,
    )
    await client.end().catch(() => undefined)
    if (lost) await retryUntilReachable(() => removeScratch(databaseUrl))
  }
}

async function cancelBackend(client: pg.Client, other: pg.Client): Promise<void> {
  const { processID } = other as unknown as { processID: number }
  await client.query('select pg_terminate_backend($1)', [processID]).catch(() => undefined)
  await other.end().catch(() => undefined)
}

/**
 * Drops a scratch schema that a process left behind when it was killed. Does nothing while one is in use; the server
 * takes seconds to notice that no client waits for an index any more.
 */
export async function removeScratch(databaseUrl: string): Promise<void> {
  const client = await connectTo(databaseUrl)
  try {
    await client.query(`set lock_timeout = '10s'`)
    await client.query('select pg_advisory_lock($1)', [SCRATCH_LOCK])
    await client.query(`set lock_timeout = 0; drop schema if exists ${SCRATCH_SCHEMA} cascade`)
  } catch (error) {
    if ((error as { code?: string }).code !== '55P03') throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function lock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [SCRATCH_LOCK])
  return rows[0]?.locked ?? false
}

async function connectTo(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 3000,
    keepAlive: true,
    application_name: 'trellis-restore',
    // Functions are made before what they name is there. What is lost of the scratch schema in a crash is worth nothing.
    options: `-c search_path=${SCRATCH_SCHEMA},public -c timezone=UTC -c check_function_bodies=off -c synchronous_commit=off`,
  })
  // Handled here; the running query reports the error.
  client.on('error', () => undefined)
  await client.connect()
  await client.query(`
    select set_config('client_min_messages', 'warning', false),
           set_config('maintenance_work_mem', ${MEMORY_FOR_INDEXES}, false)`)
  // Work for a process that was killed ends soon; not every system can tell the server so.
  await client.query(`set client_connection_check_interval = '1s'`).catch(() => undefined)
  return client
}

/** In kB: twice what the server keeps of its tables in memory, as an indication of the machine's memory; 1 GB at most. */
const MEMORY_FOR_INDEXES = `greatest(
  (select setting::bigint from pg_settings where name = 'maintenance_work_mem'),
  least(1048576, 2 * (select setting::bigint * 8 from pg_settings where name = 'shared_buffers')))::text`
