import knex, { type Knex } from 'knex'
import type pg from 'pg'
import {
  type FoundMigration,
  listMigrations,
  type MigrationFolder,
  type MigrationModule,
} from '#core/server/database/migrations.ts'
import { ArchiveError } from '../../archive/server/archive-error.ts'
import { SCRATCH_SCHEMA } from './scratch.ts'

/** Migrations that an archive's database had, in the order in which they ran, and those that have come since. */
export interface MigrationPlan {
  archived: FoundMigration[]
  newer: FoundMigration[]
}

/** @throws ArchiveError when the archive's database had a migration that is unknown here */
export async function planMigrations(
  folders: readonly MigrationFolder[],
  archived: readonly string[],
): Promise<MigrationPlan> {
  const known = await listMigrations(folders)
  const byName = new Map(known.map((migration) => [migration.name, migration]))
  const done = new Set(archived)
  return {
    archived: archived.map((name) => {
      const migration = byName.get(name)
      if (migration) return migration
      throw new ArchiveError(
        `The archive was made by a newer version of the platform, or with another plugin (migration ${name} is unknown here)`,
      )
    }),
    newer: known.filter(({ name }) => !done.has(name)),
  }
}

/**
 * True if the indexes that enforce nothing are not needed to try whether an archive fits: migrations may drop or use
 * them.
 */
export const rulesSuffice = ({ newer }: MigrationPlan) => newer.length === 0

/** Runs migrations inside the scratch schema, each in a transaction of its own. */
export async function migrateScratch(client: pg.Client, migrations: readonly FoundMigration[]): Promise<void> {
  const trx = handleOf(client)
  for (const { name, url } of migrations) {
    const { up } = (await import(url.href)) as MigrationModule
    await client.query('begin')
    try {
      await up(trx)
      await client.query('commit')
    } catch (cause) {
      await client.query('rollback').catch(() => undefined)
      throw new Error(`The migration ${name} failed in the scratch schema: ${String(cause)}`, { cause })
    }
  }
  // A newly created extension belongs to all schemas.
  const { rows } = await client.query<{ name: string }>(
    'select quote_ident(extname) as name from pg_extension where extnamespace = $1::regnamespace',
    [SCRATCH_SCHEMA],
  )
  for (const { name } of rows) await client.query(`alter extension ${name} set schema public`)
}

const SET_PUBLIC_PATH = /\bset\s+search_path\s*(?:=|\bto\b)\s*public\b/gi

/**
 * Functions that name their search path would reach the real tables. They get the scratch schema before it, which the
 * swap takes away again.
 */
const withScratchPath = (text: string) =>
  text.replaceAll(SET_PUBLIC_PATH, `set search_path = ${SCRATCH_SCHEMA}, public`)

function handleOf(client: pg.Client): Knex {
  const handle = knex({ client: 'pg' })
  const connection = {
    query: ({ text, values }: pg.QueryConfig, answer: (error: Error | null, result?: pg.QueryResult) => void) => {
      client.query({ text: withScratchPath(text), values }).then((result) => answer(null, result), answer)
    },
  }
  Object.assign(handle.client as object, {
    acquireConnection: () => Promise.resolve(connection),
    releaseConnection: () => Promise.resolve(),
  })
  return handle
}
