import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { CommandFailure } from '#cli/failure.ts'
import type { Core } from '#core/server/core.ts'
import { AppError } from '#core/server/errors.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { AGE_MAGIC } from '../../archive/server/encryption.ts'
import { expectEncryption, expectManifest, expectSize } from '../../archive/server/expectation.ts'
import type { Manifest } from '../../archive/server/manifest.ts'
import { withArchive } from '../../restore/server/options.ts'
import { expectationOf, findCopied, isEmptyInstallation } from '../../operations/server/backups.ts'
import type { ArchiveFile } from '../../operations/server/source.ts'
import { openFile } from '#core/server/files/disk-store.ts'
import { backupEnvironment } from '../../shared/server/environment.ts'

export async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(AGE_MAGIC.length), 0, AGE_MAGIC.length, 0)
    return buffer.equals(AGE_MAGIC)
  } finally {
    await file.close()
  }
}

/** @param passphrase the one of this installation by default. @throws ArchiveError */
export function manifestOf({ env }: Core, path: string, passphrase: string | undefined): Promise<Manifest> {
  const source = {
    open: async () => (await openFile(path)).content,
    passphrase: passphrase ?? env.of(backupEnvironment).passphrase,
  }
  return withArchive(source, async ({ manifest }) => manifest)
}

/** A file with what its record says, where it is the copy of a backup that was made here. Whether it is, is not asked yet. */
export async function knownFile(core: Core, path: string, passphrase: string | undefined): Promise<ArchiveFile> {
  const manifest = await manifestOf(core, path, passphrase).catch((error: unknown) => {
    // The verification reports why it is not an archive.
    if (error instanceof AppError) return undefined
    throw error
  })
  const record = await recordOf(core, path, manifest)
  return { path, expected: record ? expectationOf(record) : {}, isForeign: record === undefined }
}

const recordOf = (core: Core, path: string, manifest: Manifest | undefined) =>
  core.db.platform(systemActor, (scope) =>
    findCopied(scope, { name: basename(path), id: manifest === undefined ? null : manifest.id }),
  )

/**
 * A file that may be restored without the operator saying that it comes from elsewhere: the copy of a backup that was made
 * here and, on a platform without data, any. Plain ones are refused where this installation encrypts, unless their
 * checksum is known.
 * @throws ArchiveError when it cannot be read; CommandFailure that names `--foreign`
 */
export async function acceptedFile(core: Core, path: string, passphrase: string | undefined): Promise<ArchiveFile> {
  const manifest = await manifestOf(core, path, passphrase)
  const record = await recordOf(core, path, manifest)
  const encrypts = core.env.of(backupEnvironment).passphrase !== undefined
  const encrypted = await isEncrypted(path)
  const expected = record ? expectationOf(record) : { ...(encrypts && { isEncrypted: true }) }
  try {
    if (record) {
      expectEncryption(expected, encrypted)
      expectSize(expected, (await stat(path)).size)
      expectManifest(expected, manifest)
    }
  } catch (error) {
    throw foreignRefused((error as Error).message)
  }
  if (encrypts && !encrypted && !expected.sha256) {
    throw foreignRefused(
      `${basename(path)} is not encrypted, as backups are here (BACKUP_PASSPHRASE): anyone may have made it`,
    )
  }
  if (!record && !(await core.db.platform(systemActor, isEmptyInstallation))) {
    throw foreignRefused(
      `This installation has no record of ${basename(path)}: its maker decides what is in it, accounts and their rights included`,
    )
  }
  return { path, expected, isForeign: record === undefined }
}

const foreignRefused = (reason: string) => new CommandFailure(`${reason}. To restore it all the same: --foreign`)
