import type { Races } from '#core/testing/races.ts'
import { operationRaces } from './races/operations.ts'
import { restoreRaces } from './races/restores.ts'

/** A race for each lock of the plugin. */
export const races: Races = { ...operationRaces, ...restoreRaces }

/** Locks of the plugin that cannot be raced, with the reason. */
export const exempt: Record<string, string> = {
  'plugins/backup/restore/server/restore-everything.ts lastChanges':
    'It waits itself for those who were before it, and lets go at once: no one waits for it',
}
