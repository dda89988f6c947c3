import type { PlatformScope } from '#core/server/core.ts'
import type { Actor } from '#core/server/identity/actor.ts'
import type { BackupOperation } from '../contract.ts'
import type { StoredBackup } from './backups.ts'

/** Operation in progress, as its worker sees it. */
export interface Operation {
  id: string
  kind: BackupOperation['kind']
  /** null for a file that is on no list. */
  backup: StoredBackup | null
  actor: Actor
  passphrase: string | undefined
  subdomain: string | undefined
}

/** Outcome of an operation that was done. */
export interface Ended {
  /** For people. */
  message: string
  /** Result of a verification. */
  valid?: boolean
  /** Writes down what is known now, with the end of the operation. */
  note: (scope: PlatformScope) => Promise<void>
}

/** The step of a restore from the commit on that brings everything back. */
export const RESTORED_STEP = 'Restored'
