import fastify from 'fastify'
import pg from 'pg'
import { typeParsers } from '#core/server/database/pool.ts'
import type { BareRoute, Reply } from './messages.ts'

// Runs in a process of its own: `node bare-server.ts <routes as JSON>`, with DATABASE_URL. What a route costs with
// nothing around it: no session, no scope, no row-level security, no schema.

const routes = JSON.parse(process.argv[2] ?? '[]', reviveBytes) as BareRoute[]

/** Bytes among the parameters came as what JSON makes of a Buffer. */
function reviveBytes(_name: string, value: unknown): unknown {
  const { type, data } = (value ?? {}) as { type?: unknown; data?: unknown }
  return type === 'Buffer' && Array.isArray(data) ? Buffer.from(data as number[]) : value
}

const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: 20,
  types: typeParsers,
  options: '-c timezone=UTC',
})
const app = fastify()

for (const [index, route] of routes.entries()) {
  app.get(route.path, async () => {
    const results: Record<string, unknown>[][] = []
    for (const [number, { text, values }] of route.statements.entries()) {
      results.push((await pool.query<Record<string, unknown>>({ name: `${index}.${number}`, text, values })).rows)
    }
    return shapeRow(route, results)
  })
}

function shapeRow(
  { column, columns, limit, envelope, single, nested }: BareRoute,
  results: Record<string, unknown>[][],
): unknown {
  const found = results.find(([first]) => first && column in first) ?? []
  const value = (row: Record<string, unknown>, name: string) => {
    const fields = nested?.[name]
    return fields ? pickFields(row, fields) : (row[name] ?? null)
  }
  const rows = found.slice(0, limit).map((row) => Object.fromEntries(columns.map((name) => [name, value(row, name)])))
  if (single) return rows[0]
  return envelope ? { ...envelope.beside, [envelope.under]: rows } : rows
}

function pickFields(row: Record<string, unknown>, fields: Record<string, string>): unknown {
  const entries = Object.entries(fields).map(([field, column]) => [field, row[column]])
  return entries.every(([, one]) => one === null) ? null : Object.fromEntries(entries)
}

await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.({ told: 'listening', port: (app.server.address() as { port: number }).port } satisfies Reply)
process.on('disconnect', () => process.exit(0))
