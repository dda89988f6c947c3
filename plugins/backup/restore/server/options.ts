import type { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import type { AuditEntry } from '#core/server/audit-entry.ts'
import type { Core, PlatformScope } from '#core/server/core.ts'
import type { Store } from '#core/server/files/store.ts'
import type { Actor } from '#core/server/identity/actor.ts'
import { ArchiveError } from '../../archive/server/archive-error.ts'
import type { Expectation } from '../../archive/server/expectation.ts'
import type { Manifest } from '../../archive/server/manifest.ts'
import { openArchive, type Archive } from '../../archive/server/reader.ts'
import type { OnProgress } from './load-archive.ts'

/** Options that verifying and restoring have in common. */
export interface ArchiveWork {
  core: Core
  /** The archive from its beginning; may be called more than once. */
  open: () => Promise<Readable>
  passphrase?: string | undefined
  /** Store that holds the archive, and with it the contents of the files that it lists. */
  beside: () => Promise<Store>
  /** Another archive than this one is refused, when all of it was read at the latest. */
  expected?: Expectation | undefined
  progress: OnProgress
}

export interface RestoreWork extends ArchiveWork {
  /** True for a file that this installation has no record of; false by default. */
  isForeign?: boolean | undefined
  /** Goes on where contents of files are missing: the rows that name them say so then. */
  withoutMissingFiles?: boolean | undefined
  /** Goes on where tables, columns, settings, or what rows refer to are missing in an archive of everything. */
  isIncomplete?: boolean | undefined
  /** Continues even if no user could sign in to the platform afterwards. */
  withoutAdmin?: boolean | undefined
  /** On whose behalf it is recorded. */
  actor: Actor
  /** Writes down, with the restore's own commit, that it was done. */
  committed?: (scope: PlatformScope) => Promise<void>
}

type Source = Pick<ArchiveWork, 'open' | 'passphrase' | 'expected'>

export interface Restored {
  /** Outcome, for users. */
  message: string
}

/** Opens the archive for some work, and lets go of it afterwards. */
export async function withArchive<T>(
  { open, passphrase, expected }: Source,
  work: (archive: Archive) => Promise<T>,
): Promise<T> {
  const archive = await openArchive(await open(), { passphrase, expected })
  try {
    return await work(archive)
  } finally {
    await archive.close()
  }
}

/**
 * Opens the archive like `withArchive`, for callers that have read the manifest before and act on it.
 * @throws ArchiveError when another archive has taken the place of that one since
 */
export function withSameArchive<T>(
  source: Source,
  manifest: Manifest,
  work: (archive: Archive) => Promise<T>,
): Promise<T> {
  return withArchive(source, (archive) => {
    if (isDeepStrictEqual(archive.manifest, manifest)) return work(archive)
    throw new ArchiveError('The file was exchanged for another one while it was being read')
  })
}

interface Origin extends Required<Pick<AuditEntry, 'category' | 'metadata'>> {
  /** For the end of the description. */
  words: string
}

/** Origin of an archive for the audit trail; of one from elsewhere it says so whatever the settings are. */
export function originOf({ isForeign = false }: Pick<RestoreWork, 'isForeign'>): Origin {
  return isForeign
    ? { words: ', a file that this installation has no record of', category: 'security', metadata: { foreign: true } }
    : { words: '', category: 'system', metadata: {} }
}
