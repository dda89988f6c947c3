import pg from 'pg'
import { expect } from 'vitest'
import type { PersonalColumn } from '#core/server/personal-data.ts'
import { pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { plugins } from '#config/plugins.ts'

const test = pluginTest(plugins)

interface Found {
  table: string
  column: string
  isNullable: boolean
}

/**
 * Columns that could hold something of people, of all tables that belong to organizations or refer to people: texts,
 * JSON, and ids that lead to a person or to nothing that the database knows. Choices that the database checks and
 * generated columns are left out: these follow from others.
 */
const columnsOfPeople = `
  with owned as (
    select distinct attrelid as oid from pg_attribute
      where attname = 'tenant_id' and not attisdropped
    union select conrelid from pg_constraint where contype = 'f' and confrelid = any ($1::text[]::regclass[])
    union select 'tenants'::regclass
  )
  select c.relname as "table", a.attname as "column", not a.attnotnull as "isNullable"
    from owned o
    join pg_class c on c.oid = o.oid and c.relkind in ('r', 'p') and not c.relispartition
      and c.relnamespace = 'public'::regnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    join pg_type t on t.oid = a.atttypid
   where a.attname not in ('id', 'tenant_id') and (t.typcategory = 'S' or t.typname in ('json', 'jsonb', 'uuid', '_uuid', '_text', '_varchar'))
     and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
       and pg_get_constraintdef(k.oid) like '%= ANY (%ARRAY[%')
     and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey)
       and k.confrelid <> all ($1::text[]::regclass[]))
   order by 1, 2`

const people = ['users', 'students', 'collectors']

async function read<Row extends pg.QueryResultRow>(platform: TestPlatform, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: platform.databaseUrl })
  await client.connect()
  return (await client.query<Row>(text, values).finally(() => client.end())).rows
}

test('every column that could tell of a person says so, or that it holds nothing of people', async ({ platform }) => {
  const { tables } = platform.core.personalData
  const found = await read<Found>(platform, columnsOfPeople, [people])
  expect(found.length).toBeGreaterThan(200)
  const missing = found.flatMap(({ table, column }) => {
    const declared = tables[table]
    if (!declared)
      return [`${table} is declared by no plugin: name it in the plugin's personal data (column ${column})`]
    if (declared.columns[column]) return []
    return [`${table}.${column} is not declared: say in the plugin's personal data what it holds of people, or nothing`]
  })
  expect(missing).toEqual([])
})

test('every table of organizations is declared, and what is declared is there', async ({ platform }) => {
  const { tables } = platform.core.personalData
  const owned = await read<{ table: string }>(
    platform,
    `select c.relname as "table" from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace`,
  )
  const undeclared = owned.flatMap(({ table }) =>
    tables[table] ? [] : [`${table} is declared by no plugin: name it in the plugin's personal data`],
  )
  expect(undeclared).toEqual([])
  const columns = await read<Found>(
    platform,
    `select c.relname as "table", a.attname as "column", not a.attnotnull as "isNullable"
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace`,
  )
  const known = new Map(columns.map(({ table, column, isNullable }) => [`${table}.${column}`, isNullable]))
  const wrong = Object.entries(tables).flatMap(([table, { tenant = 'tenant_id', staysSince, columns: declared }]) => [
    ...[...Object.keys(declared), ...(tenant === null ? [] : [tenant])].flatMap((column) =>
      known.has(`${table}.${column}`) ? [] : [`${table}.${column} is declared, and there is no such column`],
    ),
    ...Object.entries(declared).flatMap(([column, rule]) => [
      ...namedBy(rule).flatMap((other) =>
        known.has(`${table}.${other}`) ? [] : [`${table}.${column} names ${other}, and there is no such column`],
      ),
      ...('person' in rule && rule.rows === 'kept' && staysSince === undefined
        ? [`${table} keeps rows of people whom it erases: say why, in staysSince`]
        : []),
      ...('about' in rule && rule.becomes === 'null' && known.get(`${table}.${column}`) === false
        ? [`${table}.${column} cannot become null`]
        : []),
    ]),
  ])
  expect(wrong).toEqual([])
})

const namedBy = (rule: PersonalColumn) => ('about' in rule ? rule.about : [])
