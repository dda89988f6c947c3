import { notFound } from '../errors.ts'
import type { Scope } from '../core.ts'
import { asPlatform } from '../database/scope.ts'
import { line } from '../mail/body.ts'
import { sendMail } from '../mail/mail.ts'
import { forgetBounces } from '../mail/suppressions.ts'
import { readSettings } from '../settings/settings.ts'
import { mailVerification } from './email-verification.ts'
import { inviteAgain, emailedJustNow } from './invitations.ts'
import { accountById, greeting } from './users.ts'
import { UserModel } from './user.ts'

/**
 * Applies the consequences of an account's new email address, in the transaction that has written it: the new one is
 * unproven until the link that is emailed to it was opened, links that were emailed to the former are void, sessions
 * end but for the caller's own, and the former address is notified. An invited user is invited at the new address; a
 * user without an account gets no notification.
 * @param former null where there was none
 * @throws identity.mailed-just-now 429 within a minute of the last such link: no one's mailbox can be filled
 */
export function announceChangedEmail(inScope: Scope, userId: string, former: string | null): Promise<void> {
  return asPlatform(inScope, async (scope) => {
    await UserModel.query(scope.trx).findById(userId).patch({ emailVerifiedAt: null, passwordProvenAt: null })
    await scope.trx('password_resets').where({ userId }).delete()
    const { user, sessionId } = scope.actor
    await scope.core.sessions.endOfUser(scope, userId, user?.id === userId ? (sessionId ?? undefined) : undefined)
    const account = await accountById(scope, userId)
    if (!account) throw notFound('User')
    for (const address of [former, account.email]) {
      if (address !== null) await forgetBounces(scope, account.tenantId, address)
    }
    if (account.passwordHash === null) return inviteAgain(scope, account)
    const { platformName, supportEmail } = await readSettings(scope)
    if (former !== null) {
      await sendMail(scope, {
        to: former,
        tenantId: account.tenantId,
        class: 'security',
        subject: 'Your email address was changed',
        body: [
          greeting(account),
          line`your account for ${account.tenantName ?? platformName} has another email address now. From now on, sign in with the new one; links that were emailed to this one no longer work.`,
          line`If you did not expect this, write to ${supportEmail} at once.`,
        ],
      })
    }
    if (!(await mailVerification(scope, account))) throw emailedJustNow('A link that verifies the address')
  })
}
