import { createHash } from 'node:crypto'
import { damaged } from './archive-error.ts'
import type { Manifest } from './manifest.ts'

/** A content that an archive lists. */
export interface ListedContent {
  /** Of the content, in hex. */
  sha256: string
  /** Bytes; null where it was missing or damaged when the archive was made. */
  size: number | null
}

/** Lines in one part of a list: about a megabyte. */
const LINES = 12_000

/** Bytes of a line at most. */
export const LONGEST_LINE = 64 + 1 + 16 + 1

/** Where the contents of an archive are. */
export type ContentPlace = { where: 'beside'; folder: string } | { where: 'inside' }

/** What stands in an archive of these contents, which are sorted and each there once. */
export function writeList(contents: readonly ListedContent[], place: ContentPlace) {
  const parts: Buffer[] = []
  const hash = createHash('sha256')
  let bytes = 0
  for (let at = 0; at < contents.length; at += LINES) {
    const lines = contents.slice(at, at + LINES).map(({ sha256, size }) => `${sha256} ${size ?? '-'}\n`)
    const part = Buffer.from(lines.join(''))
    hash.update(part)
    parts.push(part)
  }
  for (const { size } of contents) bytes += size ?? 0
  const files = { ...place, count: contents.length, bytes, sha256: hash.digest('hex') }
  return { parts, files }
}

/** @throws ArchiveError for whatever the manifest does not say */
export function readList(parts: readonly Buffer[], files: NonNullable<Manifest['files']>): ListedContent[] {
  const hash = createHash('sha256')
  const contents: ListedContent[] = []
  let before = ''
  for (const part of parts) {
    hash.update(part)
    for (const line of part.toString('latin1').split('\n').slice(0, -1)) {
      const [, sha256 = '', size = ''] = /^([0-9a-f]{64}) (\d{1,15}|-)$/.exec(line) ?? []
      if (sha256 <= before) throw damaged('the list of files is not in order')
      contents.push({ sha256, size: size === '-' ? null : Number(size) })
      before = sha256
    }
  }
  if (contents.length !== files.count || hash.digest('hex') !== files.sha256) {
    throw damaged("the list of files differs from the manifest's")
  }
  return contents
}
