import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { compressedFrame } from './compression.ts'
import { writeList } from './content-list.ts'
import { FORMAT, PRODUCT, type Manifest } from './manifest.ts'
import type { PackedContent } from './packed-contents.ts'
import { readEntries } from './entries.ts'
import { openArchive } from './reader.ts'
import { END_OF_TAR, tarEntry } from './tar.ts'
import { stageTables, type TableContent } from './writer.ts'

const at = new Date('2026-11-21T07:00:00Z')

export interface TestTable {
  name: string
  columns: string[]
  rows: string[]
}

/** The same numbers for the same seed, from 0 up to 1. */
export function seededNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** Tables of random rows: the larger ones take several parts. */
export function randomTables(rows: readonly number[], random = seededNumbers(1)): TestTable[] {
  return rows.map((count, number) => ({
    name: `table_${number}`,
    columns: ['id', 'text'],
    rows: Array.from(
      { length: count },
      (_, row) => `${row}\t${Array.from({ length: 8 }, () => Math.floor(random() * 1e9)).join(' ')}`,
    ),
  }))
}

const sha256Of = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** Entries of contents that an archive holds, and the contents themselves in the order of its list. */
function packedFiles(files: readonly Buffer[]) {
  const sorted = files
    .map((content) => ({ sha256: sha256Of(content), size: content.length, content: Readable.from([content]) }))
    .toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1))
  return { ...writeList(sorted, { where: 'inside' }), contents: Readable.from(sorted) as AsyncIterable<PackedContent> }
}

/** An archive of these tables, made as the platform makes its own, with these contents of files inside. */
export async function archiveOf(
  tables: readonly TestTable[],
  passphrase?: string,
  change: Partial<Manifest> = {},
  files: readonly Buffer[] = [],
): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'trellis-archive-'))
  try {
    const staged = await stageTables(folder, contents(tables), {
      secret: passphrase !== undefined,
      modified: at,
      onRows: () => undefined,
    })
    const held = files.length > 0 ? packedFiles(files) : undefined
    const manifest: Manifest = {
      format: FORMAT,
      product: PRODUCT,
      id: randomUUID(),
      name: 'trellis-2026-11-21T070000Z.tar.zst',
      createdAt: at.toISOString(),
      platformVersion: '1.0.0',
      postgresVersion: '18.4',
      plugins: [],
      migrations: ['core/0001_foundation'],
      scope: { kind: 'everything' },
      tables: staged.tables,
      sequences: [],
      tenantCount: 0,
      userCount: 0,
      references: [],
      ...(held && { files: held.files }),
      ...change,
    }
    const chunks: Buffer[] = []
    const parts = held && { lists: held.parts, contents: held.contents }
    for await (const chunk of staged.archive(manifest, passphrase, parts)) chunks.push(chunk)
    return Buffer.concat(chunks)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function* contents(tables: readonly TestTable[]): AsyncGenerator<TableContent> {
  for (const { name, columns, rows } of tables) {
    const content = Buffer.from(rows.map((row) => `${row}\n`).join(''))
    const chunks = Array.from({ length: Math.ceil(content.length / 70_000) }, (_, number) =>
      content.subarray(number * 70_000, (number + 1) * 70_000),
    )
    yield { name, columns, rows: Readable.from(chunks) }
  }
}

/** Reads an archive to its end, as a restore does. @throws ArchiveError */
export async function readAll(archive: Buffer | Readable, passphrase?: string): Promise<TestTable[]> {
  const source = Buffer.isBuffer(archive) ? Readable.from(pieces(archive), { objectMode: false }) : archive
  const opened = await openArchive(source, { passphrase })
  const tables: TestTable[] = []
  for await (const { name, columns, parts } of opened.tables()) {
    const rows: string[] = []
    for await (const part of parts) rows.push(...Buffer.concat(part).toString().slice(0, -1).split('\n'))
    tables.push({ name, columns, rows })
  }
  return tables
}

function* pieces(buffer: Buffer): Generator<Buffer> {
  for (let at = 0; at < buffer.length; at += 65_536) yield buffer.subarray(at, at + 65_536)
}

export type Entries = { name: string; content: Buffer }[]

export async function unpackArchive(archive: Buffer): Promise<Entries> {
  const entries: Entries = []
  for await (const { name, content } of readEntries(Readable.from(pieces(archive)), {})) {
    entries.push({ name, content: Buffer.concat(await content()) })
  }
  return entries
}

/** Unpacks an archive, changes it, and packs it again, as an attacker might. */
export async function repackArchive(archive: Buffer, change: (entries: Entries) => Entries): Promise<Buffer> {
  return packArchive(change(await unpackArchive(archive)))
}

export const packArchive = (entries: Entries): Buffer =>
  compressedFrame(Buffer.concat([...entries.map(({ name, content }) => tarEntry(name, content, at)), END_OF_TAR]))
