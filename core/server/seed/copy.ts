import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Row } from './synthetic.ts'

/** Rows that travel in one piece. */
const CHUNK_ROWS = 500

/** Streams rows into a table, far faster than inserts. `onRows` is called now and then with the number of rows sent. */
export async function copyRows(
  client: pg.Client,
  table: string,
  columns: readonly string[],
  rows: Iterable<Row>,
  onRows: (rows: number) => void,
): Promise<void> {
  const sink = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`))
  await pipeline(Readable.from(chunks(rows, onRows)), sink)
}

function* chunks(rows: Iterable<Row>, onRows: (rows: number) => void): Generator<Buffer> {
  let lines: string[] = []
  let done = 0
  const flush = () => {
    const chunk = Buffer.from(lines.join(''))
    done += lines.length
    lines = []
    onRows(done)
    return chunk
  }
  for (const row of rows) {
    lines.push(`${row.map(encode).join('\t')}\n`)
    if (lines.length === CHUNK_ROWS) yield flush()
  }
  if (lines.length > 0) yield flush()
}

/** A value in COPY's text format. */
function encode(value: string | null): string {
  if (value === null) return '\\N'
  return /[\\\t\n\r]/.test(value) ? value.replaceAll(/[\\\t\n\r]/g, (character) => escapes[character] ?? '') : value
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
