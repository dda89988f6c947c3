import pg from 'pg'
import { expect } from 'vitest'
import { z } from 'zod'
import { loginClient } from '#core/server/database/pool.ts'
import { registeredStatements, type Statement } from '#core/server/database/statement.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { plugins } from '#config/plugins.ts'

const test = pluginTest(plugins)

interface Column {
  name: string
  dataTypeID: number
}

/** Lets PostgreSQL prepare a text and tell the columns of its answer, without running it. */
class Describe implements pg.Submittable {
  readonly #text: string
  readonly #done = Promise.withResolvers<Column[]>()
  #columns: Column[] = []

  constructor(text: string) {
    this.#text = text
  }

  get columns(): Promise<Column[]> {
    return this.#done.promise
  }

  submit(connection: pg.Connection): void {
    connection.parse({ name: '', text: this.#text, types: [] }, true)
    connection.describe({ type: 'S' }, true)
    connection.sync()
  }
  handleRowDescription = ({ fields }: { fields: Column[] }) => void (this.#columns = fields)
  handleError = (error: Error) => this.#done.reject(error)
  handleReadyForQuery = () => this.#done.resolve(this.#columns)
}

const { BOOL, BYTEA, INT2, INT4, INT8, FLOAT4, FLOAT8, JSON: JSON_TEXT, JSONB } = pg.types.builtins

/** Types that the driver makes of columns, as JSON Schema calls them. */
const kindOf = new Map<number, string>([
  [BOOL, 'boolean'],
  ...[INT2, INT4, INT8, FLOAT4, FLOAT8].map((oid): [number, string] => [oid, 'number']),
  ...[BYTEA, JSON_TEXT, JSONB].map((oid): [number, string] => [oid, 'anything']),
])

interface Schema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
}

/** The kinds of values that a schema takes. */
function kinds({ type = 'anything', const: only, enum: some, anyOf }: Schema): string[] {
  if (anyOf) return anyOf.flatMap(kinds)
  const values = some ?? (only === undefined ? [] : [only])
  if (values.length > 0) return values.map((value) => typeof value)
  return [type].flat().map((kind) => (kind === 'integer' ? 'number' : kind))
}

test('every prepared statement fits the database, and its columns the shape that it is read as', async ({
  platform,
}) => {
  const client = loginClient(platform.databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ oid: number }>(`select oid from pg_type where typcategory = 'A'`)
  const arrays = new Set(rows.map(({ oid }) => oid))

  const problems = async ({ text, row }: Statement<object>): Promise<string[]> => {
    const { properties = {} } = z.toJSONSchema(row, { unrepresentable: 'any' }) as {
      properties?: Record<string, Schema>
    }
    const columns = await client.query(new Describe(text)).columns
    // The result of a statement without a row shape is not read.
    if (Object.keys(properties).length === 0) return []
    const names = new Set(columns.map(({ name }) => name))
    const missing = Object.keys(properties).filter((name) => !names.has(name))
    return [
      ...missing.map((name) => `${name} is not answered`),
      ...columns.flatMap(({ name, dataTypeID }) => {
        const taken = kinds(properties[name] ?? { type: 'nothing' })
        const kind = kindOf.get(dataTypeID) ?? (arrays.has(dataTypeID) ? 'array' : 'string')
        const fits = kind === 'anything' || taken.includes('anything') || taken.includes(kind)
        return fits ? [] : [`${name} is a ${kind}, not ${taken.join(' or ')}`]
      }),
    ]
  }

  const found = new Map<string, string[]>()
  for (const statement of registeredStatements()) {
    const wrong = await problems(statement).catch((error: Error) => [error.message])
    if (wrong.length > 0) found.set(statement.text, wrong)
  }
  await client.end()
  expect(Object.fromEntries(found)).toEqual({})
})
