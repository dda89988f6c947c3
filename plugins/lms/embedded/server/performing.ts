import type { Core } from '#core/server/core.ts'
import type { Outcome, RunKind, Target } from '../contract.ts'

/** Item of a run. */
export interface Item {
  position: number
  subjectId: string | null
  userId: string | null
  organizationId: string | null
}

/** Steps of a run: how its items are found, and how each is processed. */
export interface Performing {
  /** Stores the run's items. */
  list: () => Promise<void>
  /** Processes an item, idempotently. @throws FrappeError, AppError with the reason of the failure */
  perform: (item: Item) => Promise<{ outcome: Outcome; reason: string }>
  /** Label of a finished item: 'Migrated'. */
  done: string
}

export interface PreparedRun {
  id: string
  kind: RunKind
  target: Target
  /** Address of the Frappe site, if it was stored. */
  site: string | null
  isDryRun: boolean
}

/** Prepares a run. @param hold extends the worker's lease; throws if another worker has taken over */
export type Prepare = (core: Core, run: PreparedRun, hold: () => Promise<void>) => Promise<Performing>
