import type pg from 'pg'
import { loginClient } from '../database/pool.ts'
import { hashPassword } from '../identity/passwords.ts'
import { DEMO_ADMIN } from '../tenancy/routes.ts'
import { withBareTable } from './bare-table.ts'
import { copyRows } from './copy.ts'
import {
  growingIds,
  organizationColumns,
  organizationRows,
  sessionColumns,
  sessionRows,
  syntheticOrganizations,
  userColumns,
  userRows,
  type Instructor,
  type Row,
  type Size,
  type SyntheticOrganization,
} from './synthetic.ts'

/** Load in progress, for the parts that add to it. */
export interface SyntheticLoad {
  /** The login role's, in the transaction that loads everything. */
  client: pg.Client
  organizations: readonly SyntheticOrganization[]
  /** Milliseconds since 1970. */
  now: number
  /** Ids that grow with each call. */
  newId: () => string
  /** Hash of the password that all users have. */
  passwordHash: string
  /** Students to add, and the organization that gets them; undefined where none are asked for. */
  students: { tenantId: string; subdomain: string; count: number } | undefined
  /** Loads rows into a table. @param total how many there are */
  copy: (table: string, columns: readonly string[], rows: Iterable<Row>, total: number) => Promise<void>
}

/** Amount to add; students all go to one organization that is there already, by its subdomain. */
export interface BulkSize extends Size {
  students?: { organization: string; count: number } | undefined
}

/** Adds what belongs to the organizations, and the students. */
export type SyntheticPart = (load: SyntheticLoad) => Promise<void>

/** Hears of each step: rows loaded of those to load, or an index being built (`total` is then undefined). */
export type OnProgress = (step: string, done: number, total: number | undefined) => void

/** Error of a request that does not fit the existing data. The message is for people. */
export class BulkLoadError extends Error {
  override name = 'BulkLoadError'
}

// Half of a small machine's memory would be too much; below it the search index is built in many passes.
const BUILD_MEMORY = '512MB'

/**
 * Adds organizations with users, and sessions, for measurements: all of them or none, in one transaction that keeps
 * all others away from these tables until it is done. Everyone's password is the demo super admin's.
 * @throws BulkLoadError
 */
export async function loadSyntheticData(
  databaseUrl: string,
  size: BulkSize,
  parts: readonly SyntheticPart[],
  onProgress: OnProgress,
): Promise<void> {
  const { organizations, users, sessions } = size
  if (users > 0 && organizations === 0) throw new BulkLoadError('Users need organizations to belong to')
  // Each organization's second user is its first instructor.
  if (sessions > 0 && users < 2 * organizations) {
    throw new BulkLoadError('Sessions need instructors: ask for at least two users for each organization')
  }
  const client = loginClient(databaseUrl)
  await client.connect()
  try {
    if (sessions > 0 && !(await exists(client, 'sessions'))) {
      throw new BulkLoadError('There is no table for sessions: the plugin tenant-app has not been migrated')
    }
    await client.query(`begin; set local maintenance_work_mem = '${BUILD_MEMORY}'`)
    const tables = await load(client, size, parts, onProgress)
    await client.query('commit')
    onProgress('statistics', 0, undefined)
    for (const table of tables) await client.query(`vacuum (analyze) ${table}`)
  } finally {
    // A transaction that is still open ends with its connection.
    await client.end()
  }
}

/** @returns the tables that have got rows */
async function load(
  client: pg.Client,
  size: BulkSize,
  parts: readonly SyntheticPart[],
  onProgress: OnProgress,
): Promise<ReadonlySet<string>> {
  const now = Date.now()
  const newId = growingIds(now)
  const { rows: taken } = await client.query<{ subdomain: string }>('select subdomain from tenants')
  const organizations = syntheticOrganizations(size, new Set(taken.map(({ subdomain }) => subdomain)), now, newId)
  const instructors: Instructor[] = []
  const passwordHash = await hashPassword(DEMO_ADMIN.password)
  const students = size.students && (await findReceiver(client, size.students))
  const tables = new Set<string>()
  const copy: SyntheticLoad['copy'] = async (table, columns, rows, total) => {
    if (total === 0) return
    tables.add(table)
    await fill(client, table, columns, rows, total, onProgress)
  }
  await copy('tenants', organizationColumns, organizationRows(organizations), size.organizations)
  const users = userRows(organizations, now, passwordHash, newId, (instructor) => instructors.push(instructor))
  await copy('users', userColumns, users, size.users)
  await copy('sessions', sessionColumns, sessionRows(instructors, size.sessions, now, newId), size.sessions)
  for (const part of parts) await part({ client, organizations, now, newId, passwordHash, students, copy })
  return tables
}

async function findReceiver(
  client: pg.Client,
  { organization, count }: NonNullable<BulkSize['students']>,
): Promise<SyntheticLoad['students']> {
  if (!(await exists(client, 'students'))) {
    throw new BulkLoadError('There is no table for students: the plugin tenant-app has not been migrated')
  }
  const { rows } = await client.query<{ id: string }>('select id from tenants where subdomain = $1', [organization])
  if (!rows[0]) throw new BulkLoadError(`There is no organization with the subdomain ${organization}`)
  return { tenantId: rows[0].id, subdomain: organization, count }
}

/** Loads that are small beside what the table holds do not pay for building its indexes anew. */
const MIN_REBUILD_SHARE = 0.2

async function fill(
  client: pg.Client,
  table: string,
  columns: readonly string[],
  rows: Iterable<Row>,
  total: number,
  onProgress: OnProgress,
): Promise<void> {
  const { rows: counted } = await client.query<{ count: number }>(`select count(*) from ${table}`)
  const rebuild = total > (counted[0]?.count ?? 0) * MIN_REBUILD_SHARE
  await withBareTable(
    client,
    table,
    rebuild,
    () => copyRows(client, table, columns, rows, (done) => onProgress(table, done, total)),
    (index) => onProgress(`index ${index}`, 0, undefined),
  )
}

async function exists(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [table])
  return rows[0]?.found ?? false
}
