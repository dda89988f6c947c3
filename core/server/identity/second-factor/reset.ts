import { referTo } from '../../audit.ts'
import type { PlatformScope } from '../../core.ts'
import { AppError } from '../../errors.ts'
import { signInNameOf } from '../users.ts'
import { accountToChange, announceChange } from './factors.ts'
import { removeRecoveryCodes } from './recovery-codes.ts'

/**
 * Removes all second factors of an account whose owner has lost them, and ends its sessions; the password stays.
 * @throws identity.no-second-factor 409, not-found
 */
export async function resetSecondFactor(scope: PlatformScope, userId: string): Promise<void> {
  const account = await accountToChange(scope, userId)
  if (account.secondFactor !== 'on') {
    throw new AppError(
      'identity.no-second-factor',
      409,
      `${signInNameOf(account)} has no two-step verification to reset`,
    )
  }
  for (const table of ['authenticator_apps', 'passkeys', 'auth_challenges', 'second_factor_guesses']) {
    await scope.trx(table).where({ userId }).delete()
  }
  await removeRecoveryCodes(scope, userId)
  await scope.core.sessions.endOfUser(scope, userId)
  await announceChange(scope, account, {
    action: 'auth.second-factor-reset',
    description: `Reset the two-step verification of ${referTo('user', account.id)}`,
    news: 'Two-step verification was reset for your account, which now opens with the password alone',
    severity: 'warning',
  })
}
