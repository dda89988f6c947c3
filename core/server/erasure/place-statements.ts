import { z } from 'zod'
import { statement, type Statement } from '../database/statement.ts'
import { ERASED_NAME, type PersonalColumn, type PersonalData, type PersonalTable } from '../personal-data.ts'
import { columnsOf } from './person-columns.ts'

/** Characters of private use, which mark names in an excerpt. */
export const MARK = { from: '\uE000', to: '\uE001' } as const

/** Replacement for a name in a text that has no space for more. */
const SHORTEST_NAME = '…'

/** Length of an excerpt, and of its part before the first name, in characters. */
const EXCERPT_LENGTH = 240
const LENGTH_BEFORE_NAME = 80

/** Maximum places listed for one person. */
const MAX_PLACES = 1000

const found = z.object({
  table: z.string(),
  column: z.string(),
  id: z.uuid(),
  /** Hash of the text. */
  hash: z.string(),
  /** Around the first name, with names between marks. */
  excerpt: z.string(),
  /** Names in the whole text. */
  count: z.number(),
  record: z.string(),
  total: z.number(),
})
export type FoundPlace = z.infer<typeof found>

const rewritten = z.object({ id: z.uuid() })

const part = z.object({ id: z.uuid(), path: z.array(z.string()), was: z.string(), becomes: z.string() })

/** Statements that rewrite the chosen texts of one column. They take `$organization`, `$ids`, `$pattern` and `$short`. */
type Rewriting =
  /** Takes `$rows` and `$hashes`. */
  | { texts: Statement<z.infer<typeof rewritten>> }
  /** The first takes `$rows` and `$hashes`, the second `$row`, `$path`, `$was` and `$becomes`. */
  | { parts: Statement<z.infer<typeof part>>; part: Statement<z.infer<typeof rewritten>> }

export interface PlaceStatements {
  find: Statement<FoundPlace>
  /** Rewriting statements, by table and column. */
  rewriting: ReadonlyMap<string, Rewriting>
}

interface PlaceColumn {
  name: string
  table: PersonalTable
  column: string
  isJson: boolean
  /** Returns the SQL expression of the pattern that applies to row `r`. */
  pattern: string
}

export const keyOfColumn = (table: string, column: string) => `${table}.${column}`

export function placeStatements(data: Required<PersonalData>): PlaceStatements {
  const columns = Object.entries(data.tables).flatMap(([name, table]) =>
    columnsOf(table).flatMap(([column, rule]): PlaceColumn[] => {
      if (!isPlace(table, rule)) return []
      const isShort = data.shortNames[name]
      const pattern = isShort ? `case when ${isShort} then $short::text else $pattern::text end` : '$pattern::text'
      return [{ name, table, column, isJson: 'text' in rule && rule.isJson, pattern }]
    }),
  )
  const parts = columns.map(findPlaces)
  const none = `select '' as "table", '' as "column", null::uuid as id, '' as hash, '' as excerpt, 0 as count, '' as record where false`
  return {
    find: statement(
      found,
      `select f.*, count(*) over () as total from (
          select * from (${[none, ...parts].join(' union all ')}) p order by "table", "column", id limit ${MAX_PLACES}) f
        order by "table", "column", id limit $most offset $offset`,
    ),
    rewriting: new Map(
      columns.map((one) => [keyOfColumn(one.name, one.column), one.isJson ? rewritingJson(one) : rewritingText(one)]),
    ),
  }
}

/** True if users write other people's names into the column, and it may be rewritten. */
function isPlace({ forgottenBy, rewrittenBy }: PersonalTable, rule: PersonalColumn): boolean {
  if (forgottenBy !== undefined && rewrittenBy === undefined) return false
  return 'text' in rule || ('about' in rule && rule.isText)
}

const isOwn = ({ tenant = 'tenant_id' }: PersonalTable) => (tenant === null ? 'true' : `r.${tenant} = $organization`)

const hashOf = (column: string) => `left(encode(sha256(convert_to(r.${column}::text, 'UTF8')), 'hex'), 32)`

const IS_STRING = `'strict $.** ? (@.type() == "string")'`

// A one-word string in JSON is a value of the program, such as the type of a paragraph, not text of users.
const isTextIn = (text: string, pattern: string) => `${text} ~ '[[:space:]]' and ${text} ~* ${pattern}`

const textIn = (column: string) => `(select string_agg(s.v, ' … ') from (
    select j #>> '{}' as v from jsonb_path_query(r.${column}, ${IS_STRING}) j) s where ${isTextIn('s.v', 'w.pattern')})`

/** Selects the texts of a column that have a name in them, of rows that are retained. */
function findPlaces({ name, table, column, isJson, pattern }: PlaceColumn): string {
  const marked = `regexp_replace(translate(t.v, '${MARK.from}${MARK.to}', ''), w.pattern, '${MARK.from}\\&${MARK.to}', 'gi')`
  return `select '${name}' as "table", '${column}' as "column", r.id, ${hashOf(column)} as hash,
      substr(m.v, greatest(1, strpos(m.v, '${MARK.from}') - ${LENGTH_BEFORE_NAME}), ${EXCERPT_LENGTH}) as excerpt,
      regexp_count(t.v, w.pattern, 1, 'i') as count, left(coalesce(${recordOf(table)}, ''), 200) as record
    from ${name} r cross join lateral (select ${pattern} as pattern) w
      cross join lateral (select ${isJson ? textIn(column) : `r.${column}`} as v) t
      cross join lateral (select ${marked} as v) m
    where ${isOwn(table)} and r.${column}::text ~* w.pattern and t.v is not null and not ${findDeletedRows(table, column)}`
}

const TITLE_COLUMNS = ['title', 'name', 'subject', 'filename', 'file_name', 'course']

const recordOf = ({ record, columns }: PersonalTable) => {
  const title = TITLE_COLUMNS.find((column) => columns[column])
  return record ?? (title ? `r.${title}` : `''`)
}

/** Finds rows that are deleted with the people of `$ids`, and texts that are emptied with them. */
function findDeletedRows(table: PersonalTable, column: string): string {
  const rule = table.columns[column]
  const about = rule && 'about' in rule ? rule.about : []
  const leading = columnsOf(table).flatMap(([other, by]) => {
    if (!('person' in by) || (by.rows === 'kept' && !about.includes(other))) return []
    return [by.isList ? `r.${other} && $ids::uuid[]` : `r.${other} = any ($ids::uuid[])`]
  })
  const conditions = [...leading, ...(table.goesWith === undefined ? [] : [table.goesWith])]
  return conditions.length === 0 ? 'false' : `coalesce(${conditions.join(' or ')}, false)`
}

const isChosen = (column: string) =>
  `r.id = k.id and (k.hash is null or k.hash = ${hashOf(column)}) and r.${column} is not null`

const CHOSEN_ROWS = 'unnest($rows::uuid[], $hashes::text[]) as k (id, hash)'

function rewritingText({ name, table, column, pattern }: PlaceColumn): Rewriting {
  const by = (text: string) => `regexp_replace(r.${column}, ${pattern}, '${text}', 'gi')`
  // A longer replacement must not truncate the text after it.
  const room = `(select nullif(atttypmod, -1) - 4 from pg_attribute where attrelid = '${name}'::regclass and attname = '${column}')`
  const becomes = `case when length(${by(ERASED_NAME)}) > ${room} then ${by(SHORTEST_NAME)} else ${by(ERASED_NAME)} end`
  const where = `where ${isOwn(table)} and ${isChosen(column)} and r.${column} ~* (${pattern})`
  return {
    texts: statement(
      rewritten,
      table.rewrittenBy === undefined
        ? `update ${name} r set ${column} = ${becomes} from ${CHOSEN_ROWS} ${where} returning r.id`
        : `select w.id from ${name} r cross join ${CHOSEN_ROWS}
            cross join lateral (select ${table.rewrittenBy}($organization, r.id, r.${column}, ${becomes}) as id) w
          ${where} and w.id is not null`,
    ),
  }
}

function rewritingJson({ name, table, column, pattern }: PlaceColumn): Rewriting {
  const entries = `select key, value from jsonb_each(case jsonb_typeof(w.value) when 'object' then w.value else '{}' end)
      union all select (a.place - 1)::text, a.value
        from jsonb_array_elements(case jsonb_typeof(w.value) when 'array' then w.value else '[]' end)
          with ordinality a (value, place)`
  return {
    parts: statement(
      part,
      `with recursive walk as (
          select r.id, array[]::text[] as path, r.${column} as value, ${pattern} as pattern from ${name} r, ${CHOSEN_ROWS}
            where ${isOwn(table)} and ${isChosen(column)}
          union all select w.id, w.path || e.key, e.value, w.pattern from walk w cross join lateral (${entries}) e)
        select s.id, s.path, s.v as was, regexp_replace(s.v, s.pattern, '${ERASED_NAME}', 'gi') as becomes
          from (select id, path, value #>> '{}' as v, pattern from walk where jsonb_typeof(value) = 'string') s
          where ${isTextIn('s.v', 's.pattern')}`,
    ),
    part: statement(
      rewritten,
      `update ${name} r set ${column} = jsonb_set(r.${column}, $path::text[], to_jsonb($becomes::text))
        where ${isOwn(table)} and r.id = $row and r.${column} #>> $path::text[] = $was returning r.id`,
    ),
  }
}
