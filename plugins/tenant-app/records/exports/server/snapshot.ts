import { pipeline, Transform, type Readable } from 'node:stream'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Core } from '#core/server/core.ts'
import { BYTE_ORDER_MARK } from '#core/server/csv.ts'
import { requireDatabaseUrl } from '#core/server/database/require-database-url.ts'
import { loginClient } from '#core/server/database/pool.ts'
import type { Column, Extent } from './columns.ts'

/** A table whose rows belong to organizations, or that of the organizations themselves. */
export interface OwnedTable {
  name: string
  columns: Column[]
  /** True if organizations may read it; otherwise the platform reads it for them. */
  isReadByTenant: boolean
  /** True if it may have more than 4 GB of text. */
  isHuge: boolean
}

/** A platform row to which rows of the organization refer. */
export interface SharedRows {
  table: string
  rows: readonly object[]
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

// Computed columns repeat other ones.
const tablesQuery = `
  select c.relname as name, has_table_privilege('trellis_tenant', c.oid, 'select') as "isReadByTenant",
      pg_total_relation_size(c.oid) > 1073741824 or c.relkind = 'p' as "isHuge",
      (select json_agg(json_build_object('name', a.attname,
          'isPlain', t.typcategory in ('N', 'B', 'D', 'T') or t.typname = 'uuid') order by a.attnum)
        from pg_attribute a join pg_type t on t.oid = a.atttypid
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and (c.relname = 'tenants' or exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped))
    order by c.relname`

// Catalog rows without an organization are the platform's, readable by organizations.
const referencesQuery = `
  select k.conrelid::regclass::text as "from", k.confrelid::regclass::text as "to",
      (select json_agg(a.attname order by u.place) from unnest(k.conkey) with ordinality u (number, place)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.number) as columns,
      (select json_agg(a.attname order by u.place) from unnest(k.confkey) with ordinality u (number, place)
        join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.number) as meant,
      exists (select from pg_attribute a where a.attrelid = k.confrelid and a.attname = 'owner' and a.attgenerated <> '')
        as "isCatalogue"
    from pg_constraint k
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conparentid = 0
      and k.confrelid <> 'tenants'::regclass and has_table_privilege('trellis_tenant', k.confrelid, 'select')
      and exists (select from pg_attribute a where a.attrelid = k.conrelid and a.attname = 'tenant_id')
      and (not exists (select from pg_attribute a where a.attrelid = k.confrelid and a.attname = 'tenant_id')
        or exists (select from pg_attribute a where a.attrelid = k.confrelid and a.attname = 'owner'
          and a.attgenerated <> ''))
    order by k.conname`

interface Reference {
  from: string
  to: string
  columns: string[]
  meant: string[]
  isCatalogue: boolean
}

/**
 * One organization at one instant, read with its own rights wherever it has them: row-level security hides all others, whatever
 * the statement.
 */
export class OrganizationSnapshot {
  readonly #client: pg.Client
  readonly #tenantId: string
  #closed: Promise<void> | undefined

  private constructor(client: pg.Client, tenantId: string) {
    this.#client = client
    this.#tenantId = tenantId
  }

  /** @param lock held as long as the snapshot is open; the result is undefined where another connection has it */
  static async open(core: Core, tenantId: string, lock: string): Promise<OrganizationSnapshot | undefined> {
    // The id becomes part of the SQL text, since COPY takes no parameters.
    if (!uuid.test(tenantId)) throw new Error('A snapshot needs the id of an organization')
    const client = loginClient(requireDatabaseUrl(core))
    // Pending queries report a lost connection themselves.
    client.on('error', () => undefined)
    await client.connect()
    try {
      const { rows } = await client.query<{ held: boolean }>(
        'select pg_try_advisory_lock(hashtextextended($1, 0)) as held',
        [lock],
      )
      if (!rows[0]?.held) {
        await client.end()
        return undefined
      }
      await client.query('begin isolation level repeatable read read only')
      await client.query(`select set_config('app.tenant_id', $1, true)`, [tenantId])
      return new OrganizationSnapshot(client, tenantId)
    } catch (error) {
      await client.end()
      throw error
    }
  }

  /** Ends running queries. */
  close(): Promise<void> {
    this.#closed ??= this.#client.end()
    return this.#closed
  }

  async tables(): Promise<OwnedTable[]> {
    await this.#as('trellis_operator')
    return (await this.#client.query<OwnedTable>(tablesQuery)).rows
  }

  /** Queries the organization's own rows. */
  async ask<Row extends object>(query: string, values: unknown[] = []): Promise<Row[]> {
    await this.#as('trellis_tenant')
    return (await this.#client.query<Row>(query, values)).rows
  }

  /** Streams rows as a JSON list, one per line. @param condition which rows; all of the organization's by default */
  async json(table: OwnedTable, columns: NonNullable<Extent['columns']>, condition = 'true'): Promise<Readable> {
    const named = columns.map(({ sql, name }) => `${sql} as ${name}`).join(', ')
    const rows = await this.#copy(
      table,
      `select ',' || row_to_json(r)::text from (select ${named} from ${table.name} where ${this.#own(table)} and ${condition}) r`,
      // JSON escapes control characters, so that no value is quoted and each row is one line.
      String.raw`(format csv, quote E'\x01', delimiter E'\x02')`,
    )
    // The reader of the list receives errors.
    return pipeline(rows, new JsonList(), () => undefined)
  }

  /** Streams all rows as CSV with a header, with formulas escaped. */
  async csv(table: OwnedTable, columns: NonNullable<Extent['columns']>, condition = 'true'): Promise<Readable> {
    const cells = columns.map(({ name, sql, isPlain }) => `${isPlain ? sql : escapeFormula(sql)} as ${name}`)
    const rows = await this.#copy(
      table,
      `select ${cells.join(', ')} from ${table.name} where ${this.#own(table)} and ${condition}`,
      '(format csv, header)',
    )
    return pipeline(rows, new MarkedText(), () => undefined)
  }

  /** Reads platform rows to which the organization's rows refer by id, so that readers can resolve the ids. */
  async sharedRows(): Promise<SharedRows[]> {
    await this.#as('trellis_operator')
    const { rows: references } = await this.#client.query<Reference>(referencesQuery)
    const wanted = new Map<string, string[]>()
    for (const { from, to, columns, meant, isCatalogue } of references) {
      const condition = `(${meant.join(', ')}) in (select ${columns.join(', ')} from ${from} where tenant_id = '${this.#tenantId}')`
      wanted.set(to, [...(wanted.get(to) ?? []), isCatalogue ? `tenant_id is null and ${condition}` : condition])
    }
    const found: SharedRows[] = []
    for (const [table, conditions] of wanted) {
      const { rows } = await this.#client.query<{ row: object }>(
        `select to_jsonb(r) as row from ${table} r where ${conditions.map((one) => `(${one})`).join(' or ')}`,
      )
      if (rows.length > 0) found.push({ table, rows: rows.map(({ row }) => row) })
    }
    return found
  }

  #own({ name }: OwnedTable): string {
    return `${name === 'tenants' ? 'id' : 'tenant_id'} = '${this.#tenantId}'`
  }

  async #copy({ isReadByTenant }: OwnedTable, query: string, format: string): Promise<Readable> {
    await this.#as(isReadByTenant ? 'trellis_tenant' : 'trellis_operator')
    return this.#client.query(copyTo(`copy (${query}) to stdout ${format}`, { highWaterMark: 256 * 1024 }))
  }

  async #as(role: 'trellis_tenant' | 'trellis_operator'): Promise<void> {
    await this.#client.query(`set local role ${role}`)
  }
}

/** Escapes formulas like `csvLine`: with an apostrophe, which spreadsheets hide. */
const escapeFormula = (sql: string) =>
  String.raw`case when (${sql})::text ~ '^''*[=+@＝＋－＠\t\r\n-]' then '''' || (${sql})::text else (${sql})::text end`

/** Prefixes a CSV file with the byte order mark by which spreadsheets detect the encoding. */
class MarkedText extends Transform {
  #isBegun = false

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    if (!this.#isBegun) this.push(BYTE_ORDER_MARK)
    this.#isBegun = true
    done(null, chunk)
  }
}

/** Joins lines that each begin with a comma to a list. */
class JsonList extends Transform {
  #isEmpty = true

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    const rest = this.#isEmpty ? chunk.subarray(1) : chunk
    if (this.#isEmpty) this.push('[')
    this.#isEmpty = false
    done(null, rest)
  }

  override _flush(done: (error: null, chunk: string) => void): void {
    done(null, this.#isEmpty ? '[]\n' : ']\n')
  }
}
