import { createHash } from 'node:crypto'
import { ArchiveError, damagedArchive, truncatedArchive } from './archive-error.ts'
import type { ListedContent } from './content-list.ts'
import type { ArchiveEntry } from './entries.ts'
import { contentPartName, MAX_PART_BYTES } from './manifest.ts'
import { tarHeader, tarPadding } from './tar.ts'

/** A content that an archive holds itself. */
export interface PackedContent {
  sha256: string
  /** Bytes. */
  size: number
  /** Content that, read to its end, has proved to be what its name says, or else has thrown an error. */
  content: AsyncIterable<Buffer>
}

/** Bytes of a part: a reader holds one in memory. */
const PART_BYTES = 4 * 1024 ** 2

/** Entries of a tar for these contents, in parts; a content of no bytes has one of none. */
export async function* tarOfContents(contents: AsyncIterable<PackedContent>, modified: Date): AsyncGenerator<Buffer> {
  for await (const { sha256, size, content } of contents) {
    let written = 0
    const header = () =>
      tarHeader(contentPartName(sha256, written / PART_BYTES + 1), Math.min(PART_BYTES, size - written), modified)
    yield header()
    for await (const chunk of content) {
      if (written + chunk.length > size) throw otherSize(sha256)
      for (let at = 0; at < chunk.length;) {
        if (written > 0 && written % PART_BYTES === 0) yield header()
        const piece = chunk.subarray(at, at + PART_BYTES - (written % PART_BYTES))
        yield piece
        written += piece.length
        at += piece.length
      }
    }
    if (written !== size) throw otherSize(sha256)
    yield tarPadding(size)
  }
}

const otherSize = (sha256: string) => new ArchiveError(`The file ${sha256.slice(0, 12)} changed while it was packed`)

/** Next entry of an archive that is being read. */
export interface Reading {
  entry: ArchiveEntry | undefined
  step: () => Promise<void>
}

interface State {
  number: number
  bytes: number
  hash: ReturnType<typeof createHash>
  isWhole: boolean
}

/**
 * Yields the contents in an archive, in the order of its list. The unread rest of one is skipped, so that a caller that went
 * through all of them has compared all of them.
 * @throws ArchiveError where one is missing, or not what its name says
 */
export async function* readPackedContents(
  listed: Iterable<ListedContent>,
  ahead: Reading,
): AsyncGenerator<PackedContent> {
  for (const { sha256, size } of listed) {
    if (size === null) continue
    const state = { number: 0, bytes: 0, hash: createHash('sha256'), isWhole: false }
    yield { sha256, size, content: readContent({ sha256, size }, state, ahead) }
    for await (const _ of readContent({ sha256, size }, state, ahead));
  }
}

async function* readContent(
  { sha256, size }: Omit<PackedContent, 'content'>,
  state: State,
  ahead: Reading,
): AsyncGenerator<Buffer> {
  if (state.isWhole) return
  while (ahead.entry?.name === contentPartName(sha256, state.number + 1)) {
    const { entry } = ahead
    // Before anything of it is unpacked: what is too much must cost nothing.
    const isEmpty = entry.size === 0 && size > 0
    if (entry.size > MAX_PART_BYTES || isEmpty || state.bytes + entry.size > size) throw otherContent(sha256)
    const part = await entry.content()
    const bytes = part.reduce((sum, piece) => sum + piece.length, 0)
    if (bytes !== entry.size) throw truncatedArchive()
    for (const piece of part) state.hash.update(piece)
    state.number++
    state.bytes += bytes
    await ahead.step()
    yield* part
  }
  if (!ahead.entry) throw truncatedArchive()
  if (state.bytes !== size || state.hash.digest('hex') !== sha256) throw otherContent(sha256)
  state.isWhole = true
}

const otherContent = (sha256: string) => damagedArchive(`the file ${sha256.slice(0, 12)} is not what its name says`)
