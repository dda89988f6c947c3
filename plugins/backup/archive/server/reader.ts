import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { ArchiveError, damagedArchive, truncatedArchive } from './archive-error.ts'
import { ContentList, ListReader, MAX_LINE_BYTES, MAX_LIST_PART_BYTES } from './content-list.ts'
import { readEntries, quoteName, type ArchiveEntry, type ReadOptions } from './entries.ts'
import { expectManifest } from './expectation.ts'
import {
  CLOSING_ENTRY,
  listName,
  MANIFEST_ENTRY,
  MAX_PART_BYTES,
  parseManifest,
  partName,
  type ArchivedTable,
  type Manifest,
} from './manifest.ts'
import { MAX_MANIFEST_BYTES, manifestTooLarge } from './manifest-text.ts'
import { type PackedContent, readPackedContents } from './packed-contents.ts'
import { countRows } from './writer.ts'

export interface TableReader extends Pick<ArchivedTable, 'name' | 'columns' | 'rows'> {
  /** Whole rows in COPY's text format, each part in pieces; never more of them than the manifest says. */
  parts: AsyncIterable<Buffer[]>
}

export interface Archive {
  manifest: Manifest
  /** The contents of files that it lists, before its tables. @throws ArchiveError */
  contents: () => Promise<ContentList>
  /**
   * Every table of the manifest in its order, once. What a table's reader leaves is read over, so that an archive that
   * was gone through to its end is whole. Constant memory: a part and what the library holds.
   * @param alone whether what follows them is left, for who has read all of an archive with this manifest before
   * @throws ArchiveError anywhere on the way, at the first row or byte that the manifest does not know of
   */
  tables: (alone?: boolean) => AsyncGenerator<TableReader>
  /**
   * The contents of files that stand in it, which come after its tables: these are skipped. A caller that went through to the
   * end has compared all of it, as with the tables; `tables` compares them too. Of both, one can be asked for.
   * @throws ArchiveError as above
   */
  packedContents: () => AsyncGenerator<PackedContent>
  /** Lets go of the source; for who does not go through the tables. */
  close: () => Promise<void>
}

/**
 * Reads an archive up to its manifest. Nothing in it is trusted: it may come from anywhere.
 * @throws ArchiveError for whatever is no archive, cut off, changed, of a newer format, encrypted otherwise, or another
 *   one than expected
 */
export async function openArchive(source: Readable, options: ReadOptions = {}) {
  const entries = readEntries(source, options)
  try {
    const first = await entries.next()
    if (first.done) throw truncatedArchive()
    if (first.value.name !== MANIFEST_ENTRY) {
      throw new ArchiveError('This is not an archive of the platform: it does not begin with a manifest')
    }
    if (first.value.size > MAX_MANIFEST_BYTES) throw manifestTooLarge()
    const text = Buffer.concat(await first.value.content())
    const manifest = parseManifest(text)
    expectManifest(options.expected ?? {}, manifest)
    const ahead = new Ahead(entries)
    let listed: Promise<ContentList> | undefined
    const contents = () => (listed ??= readContents(manifest, ahead))
    const readOver = () => listed ?? readContents(manifest, ahead, { isKept: manifest.files?.where === 'inside' })
    const reading = { manifest, text, entries, ahead, contents: () => (listed ??= readOver()) }
    const archive: Archive = {
      manifest,
      contents,
      tables: (alone = false) => readTables(reading, alone),
      packedContents: () => readPacked(reading),
      close: () => entries.return(undefined).then(() => undefined),
    }
    return archive
  } catch (error) {
    await entries.return(undefined)
    throw error
  }
}

interface ReadArchive extends Pick<Archive, 'manifest' | 'contents'> {
  /** The manifest's. */
  text: Buffer
  entries: AsyncGenerator<ArchiveEntry>
  ahead: Ahead
}

async function* readTables(reading: ReadArchive, alone: boolean): AsyncGenerator<TableReader> {
  try {
    yield* tablesOf(reading)
    if (alone) return
    for await (const _ of packedIn(reading));
    await readClosing(reading.text, reading.ahead)
  } finally {
    await reading.entries.return(undefined)
  }
}

async function* readPacked(reading: ReadArchive): AsyncGenerator<PackedContent> {
  try {
    for await (const _ of tablesOf(reading));
    yield* packedIn(reading)
    await readClosing(reading.text, reading.ahead)
  } finally {
    await reading.entries.return(undefined)
  }
}

async function* tablesOf({ manifest, contents, ahead }: ReadArchive): AsyncGenerator<TableReader> {
  await contents()
  for (const table of manifest.tables) {
    const state = { number: 0, rows: 0, bytes: 0, hash: createHash('sha256') }
    yield { name: table.name, columns: table.columns, rows: table.rows, parts: readParts(table, state, ahead) }
    for await (const _ of readParts(table, state, ahead));
    if (state.rows !== table.rows || state.bytes !== table.bytes) {
      if (!ahead.entry) throw truncatedArchive()
      throw damagedArchive(`${table.name} has ${state.rows} of ${table.rows} rows`)
    }
    if (state.hash.digest('hex') !== table.sha256) {
      throw damagedArchive(`${table.name}: the checksum differs from the manifest's`)
    }
  }
}

async function* packedIn({ manifest, contents, ahead }: ReadArchive): AsyncGenerator<PackedContent> {
  if (manifest.files?.where === 'inside') yield* readPackedContents(await contents(), ahead)
}

async function readContents({ files }: Manifest, ahead: Ahead, { isKept = true } = {}): Promise<ContentList> {
  await ahead.step()
  if (!files) return new ContentList(0)
  const reader = new ListReader(files, { isKept })
  let bytes = 0
  for (let number = 1; ahead.entry?.name === listName(number); number++) {
    bytes += ahead.entry.size
    if (bytes > files.count * MAX_LINE_BYTES || ahead.entry.size > MAX_LIST_PART_BYTES)
      throw damagedArchive('the list of files holds more than the manifest says')
    const part = Buffer.concat(await ahead.entry.content())
    if (part.length !== ahead.entry.size) throw truncatedArchive()
    reader.read(part)
    await ahead.step()
  }
  return reader.end()
}

/** The entry that comes next. */
class Ahead {
  readonly #entries: AsyncGenerator<ArchiveEntry>
  entry: ArchiveEntry | undefined

  constructor(entries: AsyncGenerator<ArchiveEntry>) {
    this.#entries = entries
  }

  async step(): Promise<void> {
    const next = await this.#entries.next()
    this.entry = next.done ? undefined : next.value
  }
}

async function* readParts(
  table: ArchivedTable,
  state: { number: number; rows: number; bytes: number; hash: ReturnType<typeof createHash> },
  ahead: Ahead,
): AsyncGenerator<Buffer[]> {
  while (ahead.entry?.name === partName(table.name, state.number + 1)) {
    const { entry } = ahead
    // Before anything of it is unpacked: what is too much must cost nothing.
    if (entry.size > MAX_PART_BYTES || state.bytes + entry.size > table.bytes) throw tooMuch(table)
    const part = await entry.content()
    const bytes = part.reduce((sum, piece) => sum + piece.length, 0)
    if (bytes !== entry.size) throw truncatedArchive()
    state.number++
    state.bytes += bytes
    for (const piece of part) {
      state.rows += countRows(piece)
      state.hash.update(piece)
    }
    if (state.rows > table.rows) throw tooMuch(table)
    if (part.at(-1)?.at(-1) !== 10) throw damagedArchive(`${table.name} has a row that does not end`)
    await ahead.step()
    yield part
  }
}

const tooMuch = ({ name }: ArchivedTable) => damagedArchive(`${name} holds more than the manifest says`)

async function readClosing(manifestText: Buffer, ahead: Ahead): Promise<void> {
  const closing = ahead.entry
  if (!closing) throw truncatedArchive()
  if (closing.name !== CLOSING_ENTRY) {
    throw new ArchiveError(`The archive holds something unexpected: ${quoteName(closing.name)}`)
  }
  if (closing.size !== 64) throw damagedArchive("the manifest's checksum is none")
  const expected = createHash('sha256').update(manifestText).digest('hex')
  if (Buffer.concat(await closing.content()).toString('latin1') !== expected)
    throw damagedArchive('the manifest was changed')
  await ahead.step()
  if (ahead.entry) throw new ArchiveError('Something follows after the end of the archive')
}
