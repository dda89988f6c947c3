import { z } from 'zod'
import { statement } from '../../database/statement.ts'
import { countText } from '../../texts.ts'
import type { PlatformScope } from '../../core.ts'
import { AppError } from '../../errors.ts'

/** Wrong codes of one account without a delay; each further one doubles the wait for the next. */
const FREE_GUESSES = 5
/** First and maximum wait in seconds: the owner is never locked out for long. */
const FIRST_WAIT_SECONDS = 30
const MAX_WAIT_SECONDS = 15 * 60

const wait = `make_interval(secs => least(${MAX_WAIT_SECONDS}, ${FIRST_WAIT_SECONDS} * power(2, least(g.failures, 30) - ${FREE_GUESSES})))`

const count = statement(
  z.object({ failures: z.number() }),
  `insert into second_factor_guesses as g (user_id, failures, last_guess_at) values ($1, 1, $2)
     on conflict (user_id) do update set last_guess_at = $2,
       failures = case when g.last_guess_at < $2::timestamptz - interval '1 day' then 1 else g.failures + 1 end
     where g.failures < ${FREE_GUESSES} or g.last_guess_at + ${wait} <= $2
     returning failures`,
)

const selectWait = statement(
  z.object({ seconds: z.number() }),
  `select ceil(extract(epoch from g.last_guess_at + ${wait} - $2::timestamptz))::int as seconds
       from second_factor_guesses g where user_id = $1`,
)

/**
 * Counts a guess at the six digits of an account as wrong, from any address, before the check; a correct one
 * is forgiven by `forgiveGuesses`. A day without guesses resets the count.
 * @returns the number of wrong guesses since the last correct one
 * @throws identity.second-factor-wait 429
 */
export async function countGuess(scope: PlatformScope, userId: string): Promise<number> {
  const now = scope.core.clock.now().toISOString()
  // One statement: each of several concurrent guesses waits for the row lock, and then finds a longer wait.
  const [row] = await scope.rows(count, [userId, now])
  if (row) return row.failures
  const [due] = await scope.rows(selectWait, [userId, now])
  const seconds = Math.max(due?.seconds ?? 0, 1)
  const time = seconds < 60 ? countText(seconds, 'second') : countText(Math.ceil(seconds / 60), 'minute')
  throw new AppError(
    'identity.second-factor-wait',
    429,
    `Too many wrong codes for this account. Try again in ${time}, or use a passkey or a recovery code.`,
  )
}

const deleteGuesses = statement('delete from second_factor_guesses where user_id = $1')

export async function forgiveGuesses(scope: PlatformScope, userId: string): Promise<void> {
  await scope.rows(deleteGuesses, [userId])
}
