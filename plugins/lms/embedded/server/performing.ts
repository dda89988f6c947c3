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
  /** Writes down the run's items. */
  list: () => Promise<void>
  /** Doing it again changes nothing more. @throws FrappeError, AppError with the reason why it failed */
  perform: (item: Item) => Promise<{ outcome: Outcome; reason: string }>
  /** The end in words: 'Migrated'. */
  done: string
}

export interface PreparedRun {
  id: string
  kind: RunKind
  target: Target
  /** Address of the Frappe site, where it was noted. */
  site: string | null
  isDryRun: boolean
}

/** @param hold says that somebody is at it; throws where another has taken over */
export type Prepare = (core: Core, run: PreparedRun, hold: () => Promise<void>) => Promise<Performing>
