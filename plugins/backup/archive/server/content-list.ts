import { createHash } from 'node:crypto'
import { damagedArchive } from './archive-error.ts'
import type { Manifest } from './manifest.ts'

/** A content that an archive lists. */
export interface ListedContent {
  /** Hash of the content, in hex. */
  sha256: string
  /** Bytes; null where it was missing or damaged when the archive was made. */
  size: number | null
}

/** Lines in one part of a list: about a megabyte. */
const LINES_PER_PART = 12_000

/** Bytes of a line at most. */
export const MAX_LINE_BYTES = 64 + 1 + 16 + 1

/** Bytes of a part of a list: each is in memory whole. */
export const MAX_LIST_PART_BYTES = LINES_PER_PART * MAX_LINE_BYTES

/** Location of an archive's contents. */
export type ContentPlace = { where: 'beside'; folder: string } | { where: 'inside' }

/** Writes an archive's list of these contents, which are sorted and each there once. */
export function writeList(contents: Iterable<ListedContent>, place: ContentPlace) {
  const parts: Buffer[] = []
  const hash = createHash('sha256')
  let lines: string[] = []
  let [bytes, count] = [0, 0]
  const close = () => {
    const part = Buffer.from(lines.join(''))
    hash.update(part)
    parts.push(part)
    lines = []
  }
  for (const { sha256, size } of contents) {
    lines.push(`${sha256} ${size ?? '-'}\n`)
    bytes += size ?? 0
    if (++count % LINES_PER_PART === 0) close()
  }
  if (lines.length > 0) close()
  const files = { ...place, count, bytes, sha256: hash.digest('hex') }
  return { parts, files }
}

/** Bytes of a sha256. */
const HASH_BYTES = 32

/** List of an archive's contents, in 40 bytes each, since there may be a million of them. */
export class ContentList implements Iterable<ListedContent> {
  readonly #hashes: Buffer
  /** Sizes of the contents; those that were lost have none. */
  readonly #sizes: Float64Array
  #length = 0
  #lost = 0

  /** @param most how many are going to be added */
  constructor(most: number) {
    this.#hashes = Buffer.alloc(most * HASH_BYTES)
    this.#sizes = new Float64Array(most)
  }

  get length(): number {
    return this.#length
  }

  /** Number of contents that were not lost when the archive was made. */
  get keptCount(): number {
    return this.#length - this.#lost
  }

  add({ sha256, size }: ListedContent): void {
    this.#hashes.write(sha256, this.#length * HASH_BYTES, 'hex')
    this.#sizes[this.#length++] = size ?? Number.NaN
    if (size === null) this.#lost++
  }

  *[Symbol.iterator](): Generator<ListedContent> {
    for (let at = 0; at < this.#length; at++) {
      const size = this.#sizes[at] as number
      const sha256 = this.#hashes.toString('hex', at * HASH_BYTES, (at + 1) * HASH_BYTES)
      yield { sha256, size: Number.isNaN(size) ? null : size }
    }
  }

  *kept(): Generator<KeptContent> {
    for (const { sha256, size } of this) if (size !== null) yield { sha256, size }
  }

  *lost(): Generator<string> {
    for (const { sha256, size } of this) if (size === null) yield sha256
  }
}

/** A content that was there when the archive was made. */
export type KeptContent = ListedContent & { size: number }

/** Reads a list part by part and holds it against what the manifest says. */
export class ListReader {
  readonly #files: NonNullable<Manifest['files']>
  readonly #list: ContentList | undefined
  readonly #hash = createHash('sha256')
  #before = ''
  #count = 0

  /** @param isKept false if the list will not be requested */
  constructor(files: NonNullable<Manifest['files']>, { isKept }: { isKept: boolean }) {
    this.#files = files
    this.#list = isKept ? new ContentList(files.count) : undefined
  }

  /** @throws ArchiveError for whatever the manifest does not say */
  read(part: Buffer): void {
    this.#hash.update(part)
    for (let at = 0; at < part.length;) {
      const end = part.indexOf(NEWLINE, at)
      if (end < 0 || end - at > MAX_LINE_BYTES) break
      const line = part.toString('latin1', at, end)
      const [, sha256 = '', size = ''] = /^([0-9a-f]{64}) (\d{1,15}|-)$/.exec(line) ?? []
      if (sha256 <= this.#before) throw damagedArchive('the list of files is not in order')
      if (++this.#count > this.#files.count) throw otherList()
      this.#list?.add({ sha256, size: size === '-' ? null : Number(size) })
      this.#before = sha256
      at = end + 1
    }
  }

  /** @returns an empty list if it was not kept. @throws ArchiveError as above */
  end(): ContentList {
    if (this.#count !== this.#files.count || this.#hash.digest('hex') !== this.#files.sha256) throw otherList()
    return this.#list ?? new ContentList(0)
  }
}

const NEWLINE = 10

const otherList = () => damagedArchive("the list of files differs from the manifest's")
