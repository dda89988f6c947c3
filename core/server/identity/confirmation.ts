import { record } from '../audit.ts'
import type { Core } from '../core.ts'
import type { AppError } from '../errors.ts'
import type { RequestContext } from '../http/context.ts'
import { attemptOf } from './attempt.ts'
import { beginAttempt, countFailure, undoFailure } from './sign-in-throttle.ts'
import { verifyPassword } from './passwords.ts'
import { signInNameOf, type Account } from './users.ts'

/**
 * Asks a signed-in user for the password again. Wrong guesses count like those at sign-in: a device that was left
 * open, or a stolen cookie, must not help to guess the password.
 * @throws `wrong` for a wrong password, identity.locked 429, busy 503
 */
export async function confirmPassword(
  core: Core,
  { tenant, actor }: Pick<RequestContext, 'tenant' | 'actor'>,
  account: Account,
  password: string,
  wrong: AppError,
): Promise<void> {
  const attempt = await core.db.platform(actor, (scope) =>
    beginAttempt(scope, attemptOf(signInNameOf(account), actor.ipAddress, tenant?.id ?? account.tenantId)),
  )
  if ('refusal' in attempt) throw attempt.refusal
  if (attempt.pause > 0) await core.clock.pause(attempt.pause)
  const isRight = await verifyPassword(password, account.passwordHash).catch(async (error: unknown) => {
    await core.db.platform(actor, (scope) => undoFailure(scope, attempt))
    throw error
  })
  await core.db.platform(actor, async (scope) => {
    if (isRight) return undoFailure(scope, attempt, { forgetting: account.emailVerified })
    await countFailure(scope, attempt)
    await record(scope, {
      action: 'auth.confirmation-failed',
      category: 'auth',
      severity: 'warning',
      description: 'Gave a wrong password where it was asked for again',
      resource: 'user',
      resourceId: account.id,
      tenantId: account.tenantId,
      success: false,
      errorMessage: 'Wrong password',
    })
  })
  if (!isRight) throw wrong
}
