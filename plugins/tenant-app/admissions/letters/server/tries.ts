import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError } from '#core/server/errors.ts'
import { networkOf } from '#core/server/http/client.ts'

/** Wrong codes of one network in an hour, after which it has to wait. A school's families may share a network. */
export const MAX_TRIES = 20

const HOUR_SECONDS = 3600

// Tries at once would each count without the others.
const lock = statement(
  `select pg_advisory_xact_lock(hashtextextended('tenant-app.letter-tries:' || $tenantId || $network, 0))`,
)

const countTries = statement(
  z.object({ tries: z.number() }),
  `select count(*)::int as tries from letter_tries
    where network = $network and at > $now::timestamptz - make_interval(secs => ${HOUR_SECONDS})`,
)

const insertTry = statement(
  z.object({ id: z.string() }),
  'insert into letter_tries (network, at) values ($network, $now) returning id',
)

const deleteTry = statement('delete from letter_tries where id = $id')

/**
 * Counts a code as wrong before it is looked at, so that of many at once only as many are looked at as are allowed.
 * @returns the id of the try, for `takeBackTry`
 * @throws letters.too-many-tries 429
 */
export async function countTry(scope: TenantScope): Promise<string> {
  const now = scope.core.clock.now()
  const network = networkOf(scope.actor.ipAddress ?? '')
  await scope.rows(lock, { tenantId: scope.tenantId, network })
  const [counted] = await scope.rows(countTries, { network, now })
  if ((counted?.tries ?? 0) >= MAX_TRIES) {
    throw new AppError('letters.too-many-tries', 429, 'Too many wrong codes. Try again in an hour.', {
      retryAfter: HOUR_SECONDS,
    })
  }
  const [added] = await scope.rows(insertTry, { network, now })
  return added?.id ?? ''
}

/** Uncounts the try of a code that was right. */
export async function takeBackTry(scope: TenantScope, id: string): Promise<void> {
  await scope.rows(deleteTry, { id })
}
