import { createHash } from 'node:crypto'
import { ArchiveError } from './archive-error.ts'
import { compress, compressedFrame } from './compression.ts'
import { encryptWithPassphrase } from './encryption.ts'
import { CLOSING_ENTRY, listName, MANIFEST_ENTRY, type Manifest } from './manifest.ts'
import { MAX_MANIFEST_BYTES } from './manifest-text.ts'
import { type PackedContent, tarOfContents } from './packed-contents.ts'
import { END_OF_TAR, tarEntry } from './tar.ts'

export interface ArchiveParts {
  manifest: Manifest
  /** Lists of files, where the manifest says that there are any. */
  lists: readonly Buffer[]
  /** Entries of a tar for every table, compressed. */
  tables: () => AsyncIterable<Buffer>
  /** Contents that the lists name, in their order, where the manifest says that they are inside. */
  contents?: AsyncIterable<PackedContent> | undefined
  /** Time stamp of all entries. */
  modified: Date
}

/** An archive as it is kept, encrypted where there is a passphrase. */
export function archiveOfParts(parts: ArchiveParts, passphrase: string | undefined): AsyncIterable<Buffer> {
  return passphrase ? encryptWithPassphrase(frames(parts), passphrase) : frames(parts)
}

async function* frames({ manifest, lists, tables, contents, modified }: ArchiveParts): AsyncGenerator<Buffer> {
  const text = Buffer.from(JSON.stringify(manifest, null, 2))
  if (text.length > MAX_MANIFEST_BYTES)
    throw new ArchiveError('What there is of tables and plans takes more than 4 MB to list')
  const closing = Buffer.from(createHash('sha256').update(text).digest('hex'))
  yield compressedFrame(tarEntry(MANIFEST_ENTRY, text, modified))
  for (const [index, list] of lists.entries()) yield compressedFrame(tarEntry(listName(index + 1), list, modified))
  yield* tables()
  if (contents) yield* compress(tarOfContents(contents, modified))
  yield compressedFrame(Buffer.concat([tarEntry(CLOSING_ENTRY, closing, modified), END_OF_TAR]))
}
