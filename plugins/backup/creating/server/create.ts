import type { Core } from '#core/server/core.ts'
import { AppError } from '#core/server/errors.ts'
import { VERSION } from '#core/server/version.ts'
import { requireDatabaseUrl } from '#core/server/database/require-database-url.ts'
import { type ContentPlace, type ListedContent, writeList } from '../../archive/server/content-list.ts'
import { FORMAT, FORMAT_WITHOUT_FILES, MAX_FILES, PRODUCT, type Manifest } from '../../archive/server/manifest.ts'
import { Measured } from '../../archive/server/measured.ts'
import { stageTables } from '../../archive/server/writer.ts'
import { stagingFolder } from '../../store/server/folders.ts'
import type { Objects } from '../../store/server/objects.ts'
import { contentsToPack, copyContents, type NamedContent, readContents } from './contents.ts'
import { openSnapshot } from './snapshot.ts'

/** Called with the progress. @param total undefined if unknown */
export type Report = (step: string, done: number, total: number | undefined) => void

export interface NewArchive {
  id: string
  name: string
  /** The moment that it is said to be of. */
  at: Date
  /** An organization, or null for everything. */
  tenantId: string | null
  passphrase: string | undefined
  /** Migrations whose tables exist, where the database cannot tell. */
  migrations?: readonly string[]
  /** Store for the contents of files; called where there are any. 'inside' packs them into the archive. */
  objects: (() => Promise<Objects>) | 'inside'
}

/** Record of an archive that was stored. */
export interface StoredArchive {
  manifest: Manifest
  /** Bytes of the file. */
  size: number
  /** Hash of the file, in hex. */
  sha256: string
  /** Contents of files that were missing or damaged. */
  lostContents: number
}

/**
 * Reads the database at one moment and hands the archive to `keep`, once all of it is read.
 * @throws not-found when there is no such organization; what `keep` throws
 */
export async function createArchive(
  core: Core,
  { id, name, at, tenantId, passphrase, migrations, objects }: NewArchive,
  keep: (name: string, content: AsyncIterable<Buffer>) => Promise<void>,
  report: Report,
): Promise<StoredArchive> {
  const snapshot = await openSnapshot(requireDatabaseUrl(core), core.storage, tenantId)
  let done = 0
  try {
    const staged = await stageTables(stagingFolder(core), snapshot.tables(), {
      secret: passphrase !== undefined,
      modified: at,
      onRows: (rows, table) => {
        done += rows
        report(`Saving ${table.replaceAll('_', ' ')}`, Math.min(done, snapshot.expectedRows), snapshot.expectedRows)
      },
    })
    try {
      const named = await snapshot.contents()
      if (named.length > MAX_FILES) throw new AppError('backup.files', 422, `There are more than ${MAX_FILES} files`)
      // From here on dead rows can be vacuumed, however long the store takes.
      await snapshot.close()
      const { contents, place } = await gather(core, objects, named, (saved) =>
        report('Saving files', saved, named.length),
      )
      const list = place && writeList(contents, place)
      const manifest: Manifest = {
        format: list ? FORMAT : FORMAT_WITHOUT_FILES,
        product: PRODUCT,
        id,
        name,
        createdAt: at.toISOString(),
        platformVersion: VERSION,
        plugins: [...core.plugins],
        ...snapshot.facts,
        ...(migrations && { migrations: [...migrations] }),
        tables: staged.tables,
        ...(list && { files: list.files }),
      }
      report('Storing the archive', 0, undefined)
      const files = list && {
        lists: list.parts,
        ...(objects === 'inside' && { contents: contentsToPack(core, contents) }),
      }
      const content = new Measured(staged.archive(manifest, passphrase, files))
      await keep(name, content)
      const lostContents = contents.filter(({ size }) => size === null).length
      return { manifest, size: content.bytes, sha256: content.sha256(), lostContents }
    } finally {
      await staged.discard()
    }
  } finally {
    await snapshot.close()
  }
}

async function gather(
  core: Core,
  objects: NewArchive['objects'],
  named: readonly NamedContent[],
  report: (saved: number) => void,
): Promise<{ contents: ListedContent[]; place?: ContentPlace }> {
  if (named.length === 0) return { contents: [] }
  if (objects === 'inside') return { contents: await readContents(core, named, report), place: { where: 'inside' } }
  const target = await objects()
  const contents = await copyContents(core, target, named, report)
  return { contents, place: { where: 'beside', folder: target.folder } }
}
