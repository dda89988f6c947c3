import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { compress } from '../../archive/server/compression.ts'
import { writeList } from '../../archive/server/content-list.ts'
import { archiveOfParts } from '../../archive/server/frames.ts'
import { partName, type Manifest } from '../../archive/server/manifest.ts'
import { packedName } from '../../archive/server/names.ts'
import { openArchive, type Archive } from '../../archive/server/reader.ts'
import { tarHeader, tarPadding } from '../../archive/server/tar.ts'
import type { Core } from '#core/server/core.ts'
import { contentsOf, contentsToPack, refuseAbsent } from '../../restore/server/contents.ts'
import { backupEnvironment } from '../../shared/server/environment.ts'
import type { StoredBackup } from './backups.ts'
import { sourceOf } from './source.ts'

/**
 * The archive of a backup with the contents inside that lie beside it, made as it is read. It is another archive, with an
 * id and a name of its own: the record is of the one that is stored. What goes wrong on the way ends it early, so that it
 * is no archive.
 * @returns undefined where nothing lies beside it
 * @throws ArchiveError when it is not the stored one, contents are missing, or the passphrase is another one by now
 */
export async function packedArchive(
  core: Core,
  backup: StoredBackup,
): Promise<{ name: string; content: Readable } | undefined> {
  const { open, expected, beside } = sourceOf(core, { kind: 'verify', backup }, undefined)
  const passphrase = backup.isEncrypted ? core.env.of(backupEnvironment).passphrase : undefined
  const archive = await openArchive(await open(), { passphrase, expected })
  const close = () => void archive.close().catch(() => undefined)
  try {
    const contents = await contentsOf(archive, { beside, passphrase })
    if (!contents?.objects) {
      close()
      return undefined
    }
    await refuseAbsent(contents)
    const { parts: lists, files } = writeList(await archive.contents(), { where: 'inside' })
    const name = packedName(backup.name)
    const manifest: Manifest = { ...archive.manifest, id: randomUUID(), name, files }
    const modified = new Date(manifest.createdAt)
    const parts = {
      manifest,
      lists,
      tables: () => compress(tarOfTables(archive, modified)),
      contents: contentsToPack(contents.objects, contents.listed),
      modified,
    }
    const content = Readable.from(archiveOfParts(parts, passphrase), { objectMode: false })
    // Even if no one has begun to read it.
    content.once('close', close)
    return { name, content }
  } catch (error) {
    close()
    throw error
  }
}

/** The parts as they are. At the end it was the stored archive, or an error is thrown. */
async function* tarOfTables(archive: Archive, modified: Date): AsyncGenerator<Buffer> {
  for await (const table of archive.tables()) {
    let number = 0
    for await (const part of table.parts) {
      const size = part.reduce((sum, piece) => sum + piece.length, 0)
      yield tarHeader(partName(table.name, ++number), size, modified)
      yield* part
      yield tarPadding(size)
    }
  }
}
