import { z } from 'zod'
import type { Clock } from '../../clock.ts'
import type { Scope } from '../../core.ts'
import { asPlatform } from '../../database/scope.ts'
import { statement } from '../../database/statement.ts'
import { AppError } from '../../errors.ts'

/** Minutes for which a confirmed user can perform sensitive acts. */
const CONFIRMED_MINUTES = 10

const confirmationNeeded = () =>
  new AppError('identity.confirm', 403, 'Please confirm that it is you: this was asked for the last time a while ago.')

/** @param confirmedAt milliseconds since 1970 */
export const confirmedUntil = (confirmedAt: number) => new Date(confirmedAt + CONFIRMED_MINUTES * 60_000)

/** @param confirmedAt milliseconds since 1970 @throws identity.confirm 403 */
export function refuseUnconfirmed(clock: Clock, confirmedAt: number): void {
  if (confirmedUntil(confirmedAt) < clock.now()) throw confirmationNeeded()
}

const selectConfirmedAt = statement(
  z.object({ confirmedAt: z.string() }),
  'select confirmed_at as "confirmedAt" from auth_sessions where id = $1',
)

/**
 * For use cases that are sensitive only with some input; endpoints that always are declare `recentlyConfirmed`.
 * The system needs no confirmation.
 * @throws identity.confirm 403
 */
export async function requireConfirmation(inScope: Scope): Promise<void> {
  const { actor, core } = inScope
  if (!actor.user) return
  const [session] = await asPlatform(inScope, ({ rows }) => rows(selectConfirmedAt, [actor.sessionId]))
  if (!session) throw confirmationNeeded()
  refuseUnconfirmed(core.clock, Date.parse(session.confirmedAt))
}
