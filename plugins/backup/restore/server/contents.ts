import type { Core } from '#core/server/core.ts'
import { AppError } from '#core/server/errors.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { countText } from '#core/server/texts.ts'
import { ArchiveError } from '../../archive/server/archive-error.ts'
import type { ContentList, KeptContent } from '../../archive/server/content-list.ts'
import { Measured } from '../../archive/server/measured.ts'
import type { Manifest } from '../../archive/server/manifest.ts'
import type { PackedContent } from '../../archive/server/packed-contents.ts'
import type { Archive } from '../../archive/server/reader.ts'
import { objectsOf, type Objects } from '../../store/server/objects.ts'
import { type ArchiveWork, type RestoreWork, withSameArchive } from './options.ts'
import { SCRATCH_SCHEMA, type Scratch } from './scratch.ts'

/** The contents of files that an archive lists, and where they are. */
export interface ArchivedContents {
  /** Undefined where they are in the archive, which is compared when it is read. */
  objects: Objects | undefined
  listed: ContentList
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
    listed,
  }
}

/** @throws ArchiveError when any beside the archive is missing, or of another size */
export async function refuseAbsent(contents: ArchivedContents | undefined, advice = ''): Promise<void> {
  if (!contents?.objects) return
  const { objects, listed } = contents
  const stored = await objects.stored()
  const absent = new Lacking()
  for (const { sha256, size } of listed.kept()) {
    if (stored.get(objects.nameOf(sha256)) !== objects.storedSize(size)) absent.add(sha256)
  }
  if (absent.count > 0) throw absent.error('missing beside the archive', advice)
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
  const { objects, listed } = contents
  if (isQuick) return listed.keptCount
  const damaged = new Lacking()
  let done = 0
  for (const content of listed.kept()) {
    report(done++, listed.keptCount)
    try {
      for await (const _ of checkContent(objects, content));
    } catch (error) {
      if (!isLost(error)) throw error
      damaged.add(content.sha256)
    }
  }
  if (damaged.count > 0) throw damaged.error('damaged', '')
  return 0
}

/**
 * Copies what the file store lacks. Rows that name it come with the restore, and unreferenced contents are removed by
 * itself.
 * @returns what is not to be had
 * @throws ArchiveError when an object is missing or damaged, unless that is accepted; where the archive holds them itself,
 *   in any case, since then it is no whole one
 */
export async function restoreContents(
  work: RestoreWork,
  manifest: Manifest,
  contents: ArchivedContents | undefined,
): Promise<string[]> {
  if (!contents) return []
  const { listed, objects } = contents
  const away = objects
    ? await copyObjects(work, contents, objects)
    : await unpackContents(work, manifest, listed.keptCount)
  const store = work.core.files.contents
  for (const sha256 of listed.lost()) if ((await store.sizeOf(sha256)) === undefined) away.push(sha256)
  return away
}

/** @returns the damaged ones, where that is accepted */
async function copyObjects(
  { core, progress, withoutMissingFiles = false }: RestoreWork,
  contents: ArchivedContents,
  objects: Objects,
): Promise<string[]> {
  const { listed } = contents
  if (!withoutMissingFiles) await refuseAbsent(contents, MISSING_FILES_ADVICE)
  const damaged: string[] = []
  let done = 0
  for (const content of listed.kept()) {
    const { sha256, size } = content
    progress(COPYING_STEP, done++, listed.keptCount)
    await noteNamed(core, sha256)
    try {
      await core.files.contents.put(sha256, size, () => checkContent(objects, content))
    } catch (error) {
      if (!isLost(error)) throw error
      damaged.push(sha256)
    }
  }
  if (damaged.length > 0 && !withoutMissingFiles) throw new Lacking(damaged).error('damaged', MISSING_FILES_ADVICE)
  return damaged
}

/** Goes through the whole archive, so that it is known to be the expected one. */
async function unpackContents(work: RestoreWork, manifest: Manifest, total: number): Promise<string[]> {
  const { core, progress } = work
  await withSameArchive(work, manifest, async (archive) => {
    let done = 0
    for await (const { sha256, size, content } of archive.packedContents()) {
      progress(COPYING_STEP, done++, total)
      await noteNamed(core, sha256)
      await core.files.contents.put(sha256, size, () => content)
    }
  })
  return []
}

const COPYING_STEP = 'Copying files'

/** Notes that a content that was to be removed is about to be named again. */
const noteNamed = ({ db }: Core, sha256: string) =>
  db.platform(systemActor, ({ trx }) => trx('unnamed_contents').where({ sha256 }).delete())

/** Rows whose content is not to be had say so. */
export async function noteLost({ client }: Scratch, lost: readonly string[]): Promise<void> {
  if (lost.length === 0) return
  await client.query('begin; set local role trellis_operator')
  await client.query(
    `update ${SCRATCH_SCHEMA}.files set state = 'missing' where state = 'complete' and sha256 = any ($1::text[])`,
    [lost],
  )
  await client.query('commit')
}

const MISSING_FILES_ADVICE = '. To restore without them: --without-missing-files'

/** For an archive that is to hold them. */
export async function* contentsToPack(objects: Objects, listed: ContentList): AsyncGenerator<PackedContent> {
  for (const content of listed.kept()) yield { ...content, content: checkContent(objects, content) }
}

/** Throws at its end when it was another content. */
async function* checkContent(objects: Objects, { sha256, size }: KeptContent): AsyncGenerator<Buffer> {
  const measured = new Measured(await objects.open(sha256))
  yield* measured
  if (measured.bytes !== size || measured.sha256() !== sha256) throw new ArchiveError('The file is damaged')
}

/** Says that an object is not there or was changed, and not that the store cannot be reached. */
const isLost = (error: unknown) =>
  error instanceof ArchiveError || (error instanceof AppError && error.code === 'not-found')

/** Contents that are not to be had: how many, and the first of them. */
class Lacking {
  readonly #shown: string[] = []
  count = 0

  constructor(names: readonly string[] = []) {
    for (const name of names) this.add(name)
  }

  add(sha256: string): void {
    if (this.count++ < 3) this.#shown.push(sha256.slice(0, 12))
  }

  error(what: string, advice: string): ArchiveError {
    const more = this.count > this.#shown.length ? ' …' : ''
    return new ArchiveError(
      `${countText(this.count, 'file')} of the backup ${this.count === 1 ? 'is' : 'are'} ${what}: ${this.#shown.join(', ')}${more}${advice}`,
    )
  }
}
