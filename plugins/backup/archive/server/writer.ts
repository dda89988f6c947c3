import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ArchiveError } from './archive-error.ts'
import { compressor } from './compression.ts'
import { archiveOfParts, type ArchiveParts } from './frames.ts'
import { MAX_PART_BYTES, partName, type ArchivedTable, type Manifest } from './manifest.ts'
import { tarHeader, tarPadding } from './tar.ts'

/** Bytes after which a part of a table is closed with the row that it is in. */
const PART_BYTES = 1024 ** 2

const NEWLINE = 10

export interface TableContent {
  name: string
  columns: string[]
  /** In COPY's text format, in chunks of any size. */
  rows: AsyncIterable<Buffer>
}

/** Tables are written, compressed, to a temporary file, since the manifest before them describes their content. */
export interface StagedTables {
  tables: ArchivedTable[]
  /**
   * The archive as it is kept, encrypted where there is a passphrase.
   * @param files the list of files, if the manifest declares any
   */
  archive: (
    manifest: Manifest,
    passphrase: string | undefined,
    files?: Pick<ArchiveParts, 'lists' | 'contents'>,
  ) => AsyncIterable<Buffer>
  discard: () => Promise<void>
}

/**
 * Streams tables into a file in `directory`; with `secret`, encrypted by a key that never leaves this process.
 * @param onRows hears how many rows were written since it heard last
 */
export async function stageTables(
  directory: string,
  tables: AsyncIterable<TableContent>,
  { secret, modified, onRows }: { secret: boolean; modified: Date; onRows: (rows: number, table: string) => void },
): Promise<StagedTables> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const file = join(directory, randomUUID())
  const key = randomBytes(32)
  // The key is used for this one file, so the counter may begin anywhere.
  const counter = Buffer.alloc(16)
  const discard = () => rm(file, { force: true })
  const archived: ArchivedTable[] = []
  const sink = createWriteStream(file, { flags: 'wx', mode: 0o600, highWaterMark: PART_BYTES })
  const tar = tarOf(tables, modified, archived, onRows)
  try {
    await (secret
      ? pipeline(tar, compressor(), createCipheriv('aes-256-ctr', key, counter), sink)
      : pipeline(tar, compressor(), sink))
  } catch (error) {
    await discard()
    throw error
  }

  async function* content(): AsyncGenerator<Buffer> {
    const staged = createReadStream(file, { highWaterMark: PART_BYTES })
    const open = secret ? staged.pipe(createDecipheriv('aes-256-ctr', key, counter)) : staged
    staged.on('error', (error) => open.destroy(error))
    yield* open as AsyncIterable<Buffer>
  }
  return {
    tables: archived,
    archive: (manifest, passphrase, files = { lists: [] }) =>
      archiveOfParts({ manifest, tables: content, modified, ...files }, passphrase),
    discard,
  }
}

async function* tarOf(
  tables: AsyncIterable<TableContent>,
  modified: Date,
  archived: ArchivedTable[],
  onRows: (rows: number, table: string) => void,
): AsyncGenerator<Buffer> {
  for await (const { name, columns, rows } of tables) {
    const hash = createHash('sha256')
    const table = { name, columns, rows: 0, bytes: 0 }
    let number = 0
    for await (const part of wholeRows(rows, name)) {
      hash.update(part)
      const partRows = countRows(part)
      table.rows += partRows
      table.bytes += part.length
      yield tarHeader(partName(name, ++number), part.length, modified)
      yield part
      yield tarPadding(part.length)
      onRows(partRows, name)
    }
    archived.push({ ...table, sha256: hash.digest('hex') })
  }
}

/** Gathers chunks to parts that end with a row. A line break inside of a value is written as two other characters. */
async function* wholeRows(chunks: AsyncIterable<Buffer>, table: string): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    const end = size + chunk.length >= PART_BYTES ? chunk.lastIndexOf(NEWLINE) + 1 : 0
    if (end > 0) {
      yield Buffer.concat([...gathered, chunk.subarray(0, end)])
      gathered = []
      size = 0
    }
    if (end < chunk.length) gathered.push(chunk.subarray(end))
    size += chunk.length - end
    if (size > MAX_PART_BYTES) throw new ArchiveError(`${table}: a row is larger than 64 MB, which no archive can hold`)
  }
  if (size > 0) yield Buffer.concat(gathered)
}

/** Rows of COPY's text format in a buffer. */
export function countRows(buffer: Buffer): number {
  let rows = 0
  for (let at = buffer.indexOf(NEWLINE); at !== -1; at = buffer.indexOf(NEWLINE, at + 1)) rows++
  return rows
}
