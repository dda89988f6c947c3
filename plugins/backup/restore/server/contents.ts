import type { Core } from '#core/server/core.ts'
import { AppError } from '#core/server/errors.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { counted } from '#core/server/words.ts'
import { ArchiveError } from '../../archive/server/archive-error.ts'
import type { ListedContent } from '../../archive/server/content-list.ts'
import { Measured } from '../../archive/server/measured.ts'
import type { Manifest } from '../../archive/server/manifest.ts'
import type { PackedContent } from '../../archive/server/packed-contents.ts'
import type { Archive } from '../../archive/server/reader.ts'
import { objectsOf, type Objects } from '../../store/server/objects.ts'
import { type ArchiveWork, type RestoreWork, withSameArchive } from './options.ts'
import { SCRATCH, type Scratch } from './scratch.ts'

/** The contents of files that an archive lists, and where they are. */
export interface ArchivedContents {
  /** Undefined where they are in the archive, which is compared when it is read. */
  objects: Objects | undefined
  /** Those that were there when the archive was made. */
  kept: (ListedContent & { size: number })[]
  /** Those that were lost already. */
  lost: string[]
}

type Source = Pick<ArchiveWork, 'beside' | 'passphrase'>

/** @returns undefined when the archive lists none. @throws ArchiveError when they are encrypted otherwise */
export async function contentsOf(
  { manifest, contents }: Archive,
  source: Source,
): Promise<ArchivedContents | undefined> {
  const listed = await contents()
  if (!manifest.files) return undefined
  const { files } = manifest
  return {
    objects:
      files.where === 'beside' ? await objectsOf(await source.beside(), files.folder, source.passphrase) : undefined,
    kept: listed.flatMap(({ sha256, size }) => (size === null ? [] : [{ sha256, size }])),
    lost: listed.filter(({ size }) => size === null).map(({ sha256 }) => sha256),
  }
}

/** Those that are not there, or not of the size that they should have. */
async function absentOf({ objects, kept }: ArchivedContents): Promise<string[]> {
  if (!objects) return []
  const stored = await objects.stored()
  return kept
    .filter(({ sha256, size }) => stored.get(objects.nameOf(sha256)) !== objects.storedSize(size))
    .map(({ sha256 }) => sha256)
}

/** @throws ArchiveError when any beside the archive is missing, or of another size */
export async function refuseAbsent(contents: ArchivedContents | undefined, advice = ''): Promise<void> {
  const absent = contents ? await absentOf(contents) : []
  if (absent.length > 0) throw lacking(absent, 'missing beside the archive', advice)
}

/**
 * Reads all that are beside the archive.
 * @param isQuick leaves that away
 * @returns how many were left unread
 * @throws ArchiveError when any is of other content than its name says
 */
export async function verifyContents(
  contents: ArchivedContents | undefined,
  { isQuick, report }: { isQuick: boolean; report: (done: number, total: number) => void },
): Promise<number> {
  if (!contents?.objects) return 0
  const { objects, kept } = contents
  if (isQuick) return kept.length
  const damaged: string[] = []
  for (const [index, content] of kept.entries()) {
    report(index, kept.length)
    try {
      for await (const _ of checked(objects, content));
    } catch (error) {
      if (!isLost(error)) throw error
      damaged.push(content.sha256)
    }
  }
  if (damaged.length > 0) throw lacking(damaged, 'damaged', '')
  return 0
}

/**
 * Copies what the file store lacks. Rows that name it come with the restore, and what nobody names in the end goes by
 * itself.
 * @returns what is not to be had
 * @throws ArchiveError when an object is missing or damaged, unless that is accepted; where the archive holds them itself,
 *   in any case, since then it is no whole one
 */
export async function bringContents(
  work: RestoreWork,
  manifest: Manifest,
  contents: ArchivedContents | undefined,
): Promise<string[]> {
  if (!contents) return []
  const { kept, lost, objects } = contents
  const damaged = objects
    ? await copyObjects(work, contents, objects)
    : await unpackContents(work, manifest, kept.length)
  const store = work.core.files.contents
  const away = await Promise.all(lost.map(async (sha256) => (await store.sizeOf(sha256)) === undefined))
  return [...damaged, ...lost.filter((_, at) => away[at])]
}

/** @returns the damaged ones, where that is accepted */
async function copyObjects(
  { core, progress, withoutMissingFiles = false }: RestoreWork,
  contents: ArchivedContents,
  objects: Objects,
): Promise<string[]> {
  const { kept } = contents
  if (!withoutMissingFiles) await refuseAbsent(contents, ADVICE)
  const damaged: string[] = []
  for (const [index, content] of kept.entries()) {
    const { sha256, size } = content
    progress(COPYING, index, kept.length)
    await noteNamed(core, sha256)
    try {
      await core.files.contents.put(sha256, size, () => checked(objects, content))
    } catch (error) {
      if (!isLost(error)) throw error
      damaged.push(sha256)
    }
  }
  if (damaged.length > 0 && !withoutMissingFiles) throw lacking(damaged, 'damaged', ADVICE)
  return damaged
}

/** Goes through the whole archive, so that it is known to be the expected one. */
async function unpackContents(work: RestoreWork, manifest: Manifest, total: number): Promise<never[]> {
  const { core, progress } = work
  await withSameArchive(work, manifest, async (archive) => {
    let done = 0
    for await (const { sha256, size, content } of archive.packedContents()) {
      progress(COPYING, done++, total)
      await noteNamed(core, sha256)
      await core.files.contents.put(sha256, size, () => content)
    }
  })
  return []
}

const COPYING = 'Copying files'

/** What was to be removed is about to be named again. */
const noteNamed = ({ db }: Core, sha256: string) =>
  db.platform(systemActor, ({ trx }) => trx('unnamed_contents').where({ sha256 }).delete())

/** Rows whose content is not to be had say so. */
export async function noteLost({ client }: Scratch, lost: readonly string[]): Promise<void> {
  if (lost.length === 0) return
  await client.query('begin; set local role trellis_operator')
  await client.query(
    `update ${SCRATCH}.files set state = 'missing' where state = 'complete' and sha256 = any ($1::text[])`,
    [lost],
  )
  await client.query('commit')
}

const ADVICE = '. To restore without them: --without-missing-files'

/** For an archive that is to hold them. */
export async function* contentsToPack(objects: Objects, kept: ArchivedContents['kept']): AsyncGenerator<PackedContent> {
  for (const content of kept) yield { ...content, content: checked(objects, content) }
}

/** Throws at its end when it was another content. */
async function* checked(objects: Objects, { sha256, size }: ListedContent): AsyncGenerator<Buffer> {
  const measured = new Measured(await objects.open(sha256))
  yield* measured
  if (measured.bytes !== size || measured.sha256() !== sha256) throw new ArchiveError('The file is damaged')
}

/** Says that an object is not there or was changed, and not that the store cannot be reached. */
const isLost = (error: unknown) =>
  error instanceof ArchiveError || (error instanceof AppError && error.code === 'not-found')

function lacking(names: readonly string[], what: string, advice: string): ArchiveError {
  const shown = names.slice(0, 3).map((name) => name.slice(0, 12))
  const more = names.length > shown.length ? ' …' : ''
  return new ArchiveError(
    `${counted(names.length, 'file')} of the backup ${names.length === 1 ? 'is' : 'are'} ${what}: ${shown.join(', ')}${more}${advice}`,
  )
}
