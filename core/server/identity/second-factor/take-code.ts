import type { CodeProof, SecondStep } from '#core/contract/second-factor.ts'
import { countText } from '../../texts.ts'
import type { PlatformScope } from '../../core.ts'
import type { Account } from '../users.ts'
import { takeAppCode } from './authenticator-app.ts'
import { notifyOwner } from './factors.ts'
import { countGuess, forgiveGuesses } from './guesses.ts'
import { recoveryCodesOf, takeRecoveryCode } from './recovery-codes.ts'

/** Wrong codes of one account after which its owner is notified that another person has the password. */
const NOTIFY_AFTER_GUESSES = 5

export const wrongFactor: Record<SecondStep['method'], string> = {
  app: 'This code is not right, or it was used already. Wait for the next one that your app shows.',
  'recovery-code': 'This is none of your recovery codes, or it was used already.',
  passkey: 'The passkey could not be verified. Please try again.',
}

/**
 * Counts a guess before the code is checked; call it in its own transaction. Recovery codes are too long to guess.
 * @returns the account's wrong codes since its last correct one, this one included
 * @throws identity.second-factor-wait 429
 */
export async function beginGuess(scope: PlatformScope, userId: string, method: SecondStep['method']): Promise<number> {
  return method === 'app' ? countGuess(scope, userId) : 0
}

/**
 * Uses a code up. Of two concurrent uses, one finds it used, at sign-in and at a confirmation alike.
 * @param purpose of a recovery code, for its owner: 'to sign in to your account'
 * @returns false when it is wrong
 */
export async function takeCode(
  scope: PlatformScope,
  account: Account,
  { method, code }: CodeProof,
  purpose: string,
): Promise<boolean> {
  if (method === 'app') {
    if (!(await takeAppCode(scope, account.id, code))) return false
    await forgiveGuesses(scope, account.id)
    return true
  }
  if (!(await takeRecoveryCode(scope, account.id, code))) return false
  const { left } = await recoveryCodesOf(scope, account.id)
  const rest = left === 0 ? 'none is' : `${countText(left, 'code')} ${left === 1 ? 'is' : 'are'}`
  await notifyOwner(scope, account, `A recovery code was used ${purpose}, and ${rest} left`)
  return true
}

/** Notifies the owner once of a series of wrong codes that came with the correct password. */
export async function notifyOfGuesses(scope: PlatformScope, account: Account, guesses: number): Promise<void> {
  if (guesses !== NOTIFY_AFTER_GUESSES) return
  await notifyOwner(scope, account, 'Your password and then several wrong codes were entered for your account')
}
