import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

interface CopyStatements {
  begin: string
  copy: string
}

/**
 * Copies rows on each of the connections, which take parts in turns, each in a transaction of its own.
 * @param through changes a part on its way
 * @returns how many rows there were
 * @throws what the database refused, or what kept the parts from being read
 */
export async function copyRows(
  clients: readonly pg.Client[],
  { begin, copy }: CopyStatements,
  parts: AsyncIterable<Buffer[]>,
  through: (part: Buffer[]) => Buffer[],
): Promise<number> {
  const shared = new SharedParts(parts)
  await Promise.all(clients.map((client) => client.query(begin)))
  const shares = await Promise.allSettled(clients.map((client) => copyShare(client, copy, shared, through)))
  let copied = 0
  for (const share of shares) {
    if (share.status === 'rejected') throw share.reason
    copied += share.value
  }
  await Promise.all(clients.map((client) => client.query('commit')))
  return copied
}

async function copyShare(
  client: pg.Client,
  copy: string,
  parts: SharedParts,
  through: (part: Buffer[]) => Buffer[],
): Promise<number> {
  const sink = client.query(copyFrom(copy))
  let refusal: Error | undefined
  const ended = finished(sink).catch((error: Error) => {
    refusal = error
    parts.stop(error)
  })
  try {
    for (let part = await parts.next(); part; part = await parts.next()) {
      for (const piece of through(part)) sink.write(piece)
      if (sink.writableNeedDrain) await Promise.race([once(sink, 'drain').catch(() => undefined), ended])
    }
  } catch (error) {
    parts.stop(error as Error)
    // What the database refused says more than what was written after it.
    if (refusal) throw refusal
    sink.destroy(error as Error)
    await ended
    throw error
  }
  sink.end()
  await ended
  if (refusal) throw refusal
  return sink.rowCount
}

/** Parts of which each is read by one of several readers, until one of them fails. */
class SharedParts {
  readonly #parts: AsyncIterator<Buffer[]>
  /** Unpacked while the readers are still busy with the ones before. */
  #ahead: Promise<IteratorResult<Buffer[]>> | undefined
  #failure: Error | undefined

  constructor(parts: AsyncIterable<Buffer[]>) {
    this.#parts = parts[Symbol.asyncIterator]()
  }

  /** The next one, or undefined at the end. @throws what made any reader stop */
  async next(): Promise<Buffer[] | undefined> {
    this.#check()
    const next = this.#ahead ?? this.#parts.next()
    this.#ahead = this.#parts.next()
    // Heard by whoever reads it, and by nobody when all have stopped.
    this.#ahead.catch(() => undefined)
    const { done, value } = await next
    this.#check()
    return done ? undefined : value
  }

  /** Keeps everybody from reading on. */
  stop(failure: Error): void {
    this.#failure ??= failure
  }

  #check(): void {
    if (this.#failure) throw this.#failure
  }
}
