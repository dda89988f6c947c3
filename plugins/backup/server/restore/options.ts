import type { Readable } from 'node:stream'
import type { Core, PlatformScope } from '#core/server/core.ts'
import type { Actor } from '#core/server/identity/actor.ts'
import { openArchive, type Archive } from '../archive/reader.ts'
import type { OnProgress } from './loading.ts'

/** What verifying and restoring have in common. */
export interface ArchiveWork {
  core: Core
  /** The archive from its beginning; may be called more than once. */
  open: () => Promise<Readable>
  passphrase?: string | undefined
  progress: OnProgress
}

export interface RestoreWork extends ArchiveWork {
  /** On whose behalf it is recorded. */
  actor: Actor
  /** Writes down, with the restore's own commit, that it was done. */
  committed?: (scope: PlatformScope) => Promise<void>
}

export interface Restored {
  /** What happened, for people. */
  message: string
}

/** Opens the archive for some work, and lets go of it afterwards. */
export async function withArchive<T>(
  { open, passphrase }: Pick<ArchiveWork, 'open' | 'passphrase'>,
  work: (archive: Archive) => Promise<T>,
): Promise<T> {
  const archive = await openArchive(await open(), { passphrase })
  try {
    return await work(archive)
  } finally {
    await archive.close()
  }
}
