import { OUTDATED_CODE } from '#core/contract/errors.ts'
import type { Clock } from './clock.ts'
import { AppError } from './errors.ts'

/**
 * Refuses a change of something that is not any more what the person saw who changes it. Call it with the row locked.
 * @param thing in words: 'this plan'
 * @param present when it was changed last; null for never
 * @param basis `updatedAt` as the caller read it; undefined takes whatever is there
 * @throws outdated 409
 */
export function refuseOutdated(thing: string, present: string | null, basis: string | null | undefined): void {
  if (basis === undefined || momentOf(basis) === momentOf(present)) return
  throw new AppError(OUTDATED_CODE, 409, `Someone else changed ${thing} in the meantime.`)
}

/** `updatedAt` of the next version: later than the one before in any case, since two changes may come in one millisecond. */
export function nextVersion(clock: Clock, previous: string | null): string {
  return new Date(Math.max(clock.now().getTime(), momentOf(previous) + 1)).toISOString()
}

const momentOf = (version: string | null) => (version === null ? 0 : Date.parse(version))
