import type { Core } from '#core/server/core.ts'
import { AppError } from '#core/server/errors.ts'
import type { ListedContent } from '../../archive/server/content-list.ts'
import { ArchiveError } from '../../archive/server/archive-error.ts'
import { Measured } from '../../archive/server/measured.ts'
import type { PackedContent } from '../../archive/server/packed-contents.ts'
import type { Objects } from '../../store/server/objects.ts'

/** A content that rows of the snapshot name. */
export interface NamedContent {
  sha256: string
  /** Bytes. */
  size: number
}

/** Error of a content that is not in the file store, or is not what its name says. */
class Unreadable extends Error {}

/**
 * Puts beside the archive what is not there yet. What is missing or damaged in the file store is left out, and listed
 * without its size: a backup that fails because of one broken picture would protect nothing.
 */
export async function copyContents(
  { files, log }: Core,
  objects: Objects,
  named: readonly NamedContent[],
  report: (done: number) => void,
): Promise<ListedContent[]> {
  const lost = new Set<string>()
  // A concurrent pruning may delete one in between, which a second look detects.
  for (const _ of ['first', 'again']) {
    const stored = await objects.stored()
    for (const [index, { sha256, size }] of named.entries()) {
      report(index)
      if (lost.has(sha256) || stored.get(objects.nameOf(sha256)) === objects.storedSize(size)) continue
      try {
        await objects.write(sha256, checkContent(await openContent(files, sha256), { sha256, size }))
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error
        log.error({ err: error, sha256 }, 'the content of a file cannot be backed up')
        lost.add(sha256)
      }
    }
  }
  return named.map(({ sha256, size }) => ({ sha256, size: lost.has(sha256) ? null : size }))
}

/**
 * Reads all of them, since an archive lists the missing ones before its contents. A missing or damaged one is
 * listed as above.
 */
export async function readContents(
  { files, log }: Core,
  named: readonly NamedContent[],
  report: (done: number) => void,
): Promise<ListedContent[]> {
  const listed: ListedContent[] = []
  for (const [index, { sha256, size }] of named.entries()) {
    report(index)
    try {
      for await (const _ of checkContent(await openContent(files, sha256), { sha256, size }));
      listed.push({ sha256, size })
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      log.error({ err: error, sha256 }, 'the content of a file cannot be backed up')
      listed.push({ sha256, size: null })
    }
  }
  return listed
}

/**
 * Yields the contents that were read, for the archive that holds them. Throws an ArchiveError where one is gone or
 * differs by now.
 */
export async function* contentsToPack(
  { files }: Core,
  listed: readonly ListedContent[],
): AsyncGenerator<PackedContent> {
  for (const { sha256, size } of listed) {
    if (size !== null) yield { sha256, size, content: readUnchanged(files, { sha256, size }) }
  }
}

async function* readUnchanged(files: Core['files'], content: NamedContent): AsyncGenerator<Buffer> {
  try {
    yield* checkContent(await openContent(files, content.sha256), content)
  } catch (cause) {
    if (!(cause instanceof Unreadable)) throw cause
    throw new ArchiveError(`The file ${content.sha256.slice(0, 12)} was lost while the backup was made`, cause)
  }
}

async function openContent({ contents }: Core['files'], sha256: string): Promise<AsyncIterable<Buffer>> {
  try {
    return (await contents.open(sha256)).content
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') throw new Unreadable('missing', { cause: error })
    throw error
  }
}

/** Throws at its end when it was another content, so that nothing is stored of it. */
async function* checkContent(content: AsyncIterable<Buffer>, { sha256, size }: NamedContent): AsyncGenerator<Buffer> {
  const measured = new Measured(content)
  yield* measured
  if (measured.bytes !== size || measured.sha256() !== sha256) throw new Unreadable('damaged')
}
