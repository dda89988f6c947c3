import { createHash, randomBytes } from 'node:crypto'
import { record } from '../audit.ts'
import type { Core } from '../core.ts'
import { AppError } from '../errors.ts'
import type { Http } from '../http/context.ts'
import { line, link } from '../mail/body.ts'
import { sendMail } from '../mail/mail.ts'
import type { Actor } from './actor.ts'
import { markVerified } from './email-verification.ts'
import { checkNewPassword } from './passwords.ts'
import { accountsByEmail, setPassword } from './users.ts'

/** Minutes. */
const VALIDITY = 60

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Mails a single-use link to every account with the address that may sign in on this host. Silent when there is none. */
export async function requestPasswordReset(core: Core, http: Http, email: string): Promise<void> {
  const { host } = http
  await core.db.platform(http.actor, async (scope) => {
    const accounts = (await accountsByEmail(scope, email)).filter(
      (account) =>
        account.isActive &&
        (host.app === 'platform' || account.tenantId === null || account.subdomain === host.subdomain),
    )
    for (const account of accounts) {
      const token = randomBytes(32).toString('base64url')
      const expiresAt = new Date(core.clock.now().getTime() + VALIDITY * 60_000).toISOString()
      await scope.trx('password_resets').where({ userId: account.id }).delete()
      await scope.trx('password_resets').insert({ tokenHash: hashOf(token), userId: account.id, expiresAt })
      await sendMail(scope, {
        to: account.email,
        tenantId: account.tenantId,
        subject: 'Set a new password',
        body: [
          line`Hello ${account.firstName},`,
          line`somebody asked for a new password for your account${account.tenantName ? ` at ${account.tenantName}` : ''}. This link sets one; it works once and for one hour:`,
          link(core.env, account.subdomain, '/reset-password', token),
          line`If it was not you, nothing has changed and there is nothing to do.`,
        ],
      })
      await record(scope, {
        action: 'auth.password-reset-requested',
        category: 'security',
        description: 'Asked for a new password',
        resource: 'user',
        resourceId: account.id,
        tenantId: account.tenantId,
      })
    }
  })
}

/** @throws identity.reset-link 400 when the link was used, replaced or is older than an hour */
export async function resetPassword(core: Core, actor: Actor, token: string, password: string): Promise<void> {
  checkNewPassword(password, await core.settings.current())
  await core.db.platform(actor, async (scope) => {
    // Deleting is taking: of two uses at once, one finds nothing.
    const [taken] = await scope.rows<{ userId: string; valid: boolean; tenantId: string | null }>(
      'passwordReset.take',
      `delete from password_resets r using users u where r.token_hash = $1 and u.id = r.user_id
       returning r.user_id as "userId", r.expires_at > $2 and u.is_active as valid, u.tenant_id as "tenantId"`,
      [hashOf(token), core.clock.now().toISOString()],
    )
    if (!taken?.valid)
      throw new AppError('identity.reset-link', 400, 'This link is no longer valid. Ask for a new one.')
    await setPassword(scope, taken.userId, password)
    // Whoever opened the mailed link has proven the address too.
    await markVerified(scope, taken.userId)
    await record(scope, {
      action: 'auth.password-reset',
      category: 'security',
      description: 'Set a new password by mailed link',
      resource: 'user',
      resourceId: taken.userId,
      tenantId: taken.tenantId,
    })
  })
}
