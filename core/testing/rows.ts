import { systemActor } from '#core/server/identity/actor.ts'
import type { TestPlatform } from './harness.ts'

/** Counts the rows of a table that fit. */
export const countRows = ({ core }: TestPlatform, table: string, where: object): Promise<number> =>
  core.db.platform(systemActor, async ({ trx }) => (await trx(table).where(where)).length)
