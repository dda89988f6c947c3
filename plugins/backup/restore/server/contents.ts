import type { Core } from '#core/server/core.ts'
import { AppError } from '#core/server/errors.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { counted } from '#core/server/words.ts'
import { ArchiveError } from '../../archive/server/archive-error.ts'
import type { ListedContent } from '../../archive/server/content-list.ts'
import { Measured } from '../../archive/server/measured.ts'
import type { Archive } from '../../archive/server/reader.ts'
import { objectsOf, type Objects } from '../../store/server/objects.ts'
import type { ArchiveWork } from './options.ts'
import { SCRATCH, type Scratch } from './scratch.ts'

/** The contents of files that an archive lists, and where they are. */
export interface ArchivedContents {
  objects: Objects
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
  const objects = await objectsOf(await source.beside(), manifest.files.folder, source.passphrase)
  return {
    objects,
    kept: listed.flatMap(({ sha256, size }) => (size === null ? [] : [{ sha256, size }])),
    lost: listed.filter(({ size }) => size === null).map(({ sha256 }) => sha256),
  }
}

/** Those that are not there, or not of the size that they should have. */
async function absentOf({ objects, kept }: ArchivedContents): Promise<string[]> {
  const stored = await objects.stored()
  return kept
    .filter(({ sha256, size }) => stored.get(objects.nameOf(sha256)) !== objects.storedSize(size))
    .map(({ sha256 }) => sha256)
}

/** @throws ArchiveError when any is missing */
async function refuseAbsent(contents: ArchivedContents | undefined, advice = ''): Promise<void> {
  const absent = contents ? await absentOf(contents) : []
  if (absent.length > 0) throw lacking(absent, 'missing beside the archive', advice)
}

/** Reads all of them. @throws ArchiveError when any is missing, of another size or of other content */
export async function verifyContents(
  contents: ArchivedContents | undefined,
  report: (done: number, total: number) => void,
): Promise<void> {
  if (!contents) return
  await refuseAbsent(contents)
  const damaged: string[] = []
  for (const [index, content] of contents.kept.entries()) {
    report(index, contents.kept.length)
    try {
      for await (const _ of checked(contents.objects, content));
    } catch (error) {
      if (!isLost(error)) throw error
      damaged.push(content.sha256)
    }
  }
  if (damaged.length > 0) throw lacking(damaged, 'damaged', '')
}

/**
 * Copies what the file store lacks. Rows that name it come with the restore, and what nobody names in the end goes by
 * itself.
 * @returns what is not to be had
 * @throws ArchiveError when an object is missing or damaged, unless that is accepted
 */
export async function bringContents(
  { db, files }: Core,
  contents: ArchivedContents | undefined,
  { isLackAccepted, report }: { isLackAccepted: boolean; report: (done: number, total: number) => void },
): Promise<string[]> {
  if (!contents) return []
  const { kept, lost, objects } = contents
  if (!isLackAccepted) await refuseAbsent(contents, ADVICE)
  const damaged: string[] = []
  for (const [index, content] of kept.entries()) {
    const { sha256, size } = content
    report(index, kept.length)
    await db.platform(systemActor, ({ trx }) => trx('unnamed_contents').where({ sha256 }).delete())
    try {
      await files.contents.put(sha256, size, () => checked(objects, content))
    } catch (error) {
      if (!isLost(error)) throw error
      damaged.push(sha256)
    }
  }
  if (damaged.length > 0 && !isLackAccepted) throw lacking(damaged, 'damaged', ADVICE)
  const away = await Promise.all(lost.map(async (sha256) => (await files.contents.sizeOf(sha256)) === undefined))
  return [...damaged, ...lost.filter((_, at) => away[at])]
}

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
