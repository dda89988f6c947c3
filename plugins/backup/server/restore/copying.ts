import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

interface CopyStatements {
  begin: string
  copy: string
}

/**
 * Copies rows in a transaction of their own.
 * @param through changes a part on its way
 * @returns how many rows there were
 * @throws what the database refused, or what kept the parts from being read
 */
export async function copyRows(
  client: pg.Client,
  { begin, copy }: CopyStatements,
  parts: AsyncIterable<Buffer[]>,
  through: (part: Buffer[]) => Buffer[],
): Promise<number> {
  await client.query(begin)
  const sink = client.query(copyFrom(copy))
  // Some are unpacked while the ones before are being stored.
  const ahead = Readable.from(parts, { highWaterMark: AHEAD })
  await pipeline(ahead, (source: AsyncIterable<Buffer[]>) => pieces(source, through), sink)
  await client.query('commit')
  return sink.rowCount
}

/** Parts of about a megabyte. */
const AHEAD = 2

async function* pieces(parts: AsyncIterable<Buffer[]>, through: (part: Buffer[]) => Buffer[]): AsyncGenerator<Buffer> {
  for await (const part of parts) yield* through(part)
}
