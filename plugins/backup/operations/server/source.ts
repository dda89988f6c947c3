import { dirname, join } from 'node:path'
import type { Core } from '#core/server/core.ts'
import { AppError } from '#core/server/errors.ts'
import { ArchiveError } from '../../archive/server/archive-error.ts'
import { expectSize, type Expectation } from '../../archive/server/expectation.ts'
import type { ArchiveWork } from '../../restore/server/options.ts'
import { DiskStore, openFile } from '#core/server/files/disk-store.ts'
import type { StoredContent } from '#core/server/files/store.ts'
import { storeOf } from '../../store/server/stores.ts'
import { expectationOf, type StoredBackup } from './backups.ts'
import type { Operation } from './operation.ts'
import { backupEnvironment } from '../../shared/server/environment.ts'

/** Source of an archive, and what is known of it. */
export interface Source extends Required<Pick<ArchiveWork, 'open' | 'expected' | 'beside'>> {
  /** This installation has no record of it. */
  isForeign: boolean
  /** Goes on where contents of files are missing. */
  withoutMissingFiles?: boolean | undefined
  /** Goes on where the archive lacks what an archive of everything holds. */
  isIncomplete?: boolean | undefined
  /** Goes on where it holds no active super admin. */
  withoutAdmin?: boolean | undefined
  /** Leaves the contents beside the archive unread. */
  isQuick?: boolean | undefined
}

/** A file of the operator's, instead of a backup of the list. */
export interface ArchiveFile extends Pick<Source, 'isForeign'> {
  path: string
  expected: Expectation
}

/** @throws AppError when there is neither; ArchiveError where nothing could tell whether the file is the one that was stored */
export function sourceOf(
  core: Core,
  { kind, backup }: Pick<Operation, 'kind' | 'backup'>,
  file: ArchiveFile | undefined,
): Source {
  if (file) {
    const folder = dirname(file.path)
    const { path, ...known } = file
    return {
      ...known,
      open: () => expectContent(openFile(path), known.expected),
      beside: async () => new DiskStore(folder, join(folder, '.staging')),
    }
  }
  if (!backup) throw new AppError('not-found', 404, 'The file is on another machine')
  if (kind === 'restore') refuseUnproven(core, backup)
  const { location, name } = backup
  const known = expectationOf(backup)
  return {
    expected: known,
    isForeign: false,
    open: async () => expectContent((await storeOf(core, location)).open(name), known),
    beside: () => storeOf(core, location),
  }
}

async function expectContent(opened: Promise<StoredContent>, known: Expectation): Promise<StoredContent['content']> {
  const { content, size } = await opened
  try {
    if (size !== undefined) expectSize(known, size)
    return content
  } catch (error) {
    content.destroy()
    throw error
  }
}

/** Anyone with access to the file can forge one of that size and id; an encrypted one is authenticated. */
function refuseUnproven({ env }: Core, { name, isEncrypted, sha256 }: StoredBackup): void {
  if (isEncrypted || sha256 !== null || env.of(backupEnvironment).passphrase === undefined) return
  throw new ArchiveError(
    `${name} is not encrypted, as backups are here by now, and was made before checksums of files were kept: nothing tells ` +
      'whether it was changed. To restore it all the same: platform-cli backup restore <its file> --foreign',
  )
}
