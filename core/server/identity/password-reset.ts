import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { record } from '../audit.ts'
import type { Core, PlatformScope } from '../core.ts'
import { statement } from '../database/statement.ts'
import { AppError } from '../errors.ts'
import { line, link } from '../mail/body.ts'
import { sendMail } from '../mail/mail.ts'
import type { Actor } from './actor.ts'
import { attemptOf } from './attempt.ts'
import { markVerified } from './email-verification.ts'
import { ssoOnly } from './sign-in.ts'
import { rememberNetwork, undoFailure } from './sign-in-throttle.ts'
import { checkNewPassword, hashPassword } from './passwords.ts'
import { accountById, greeting, setPassword, signInNameOf, type Account } from './users.ts'

/** Minutes. */
const VALIDITY_MINUTES = 60
/** Seconds within which another request sends nothing, so that no mailbox can be flooded. */
const RESEND_DELAY_SECONDS = 60

const hashOf = (token: string) => createHash('sha256').update(token).digest()

const lock = statement('select from users where id = $1 for no key update')

const existsRecentReset = statement('select 1 as sent from password_resets where user_id = $1 and created_at > $2')

/** Emails a single-use link; earlier links are void. Sends nothing within a minute of the last one. */
export async function mailPasswordReset(scope: PlatformScope, account: Account): Promise<void> {
  if (account.email === null) return
  const now = scope.core.clock.now().getTime()
  const token = randomBytes(32).toString('base64url')
  // The row is locked until the commit: of concurrent requests only one sends.
  await scope.rows(lock, [account.id])
  const [recent] = await scope.rows(existsRecentReset, [
    account.id,
    new Date(now - RESEND_DELAY_SECONDS * 1000).toISOString(),
  ])
  if (recent) return
  await scope.trx('password_resets').where({ userId: account.id }).delete()
  await scope.trx('password_resets').insert({
    tokenHash: hashOf(token),
    userId: account.id,
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + VALIDITY_MINUTES * 60_000).toISOString(),
  })
  // The link above is void then, and only holds further emails back. An address that is not proven yet needs it: single
  // sign-on opens no account without.
  if (account.onlyWay && account.emailVerified) return mailOnlyWay(scope, account, account.email, account.onlyWay.name)
  await sendMail(scope, {
    to: account.email,
    tenantId: account.tenantId,
    class: 'security',
    language: account.readsIn,
    subject: line`Set a new password`,
    body: [
      greeting(account),
      account.tenantName
        ? line`A new password was requested for your account at ${account.tenantName}. This link sets one; it works once and for one hour:`
        : line`A new password was requested for your account. This link sets one; it works once and for one hour:`,
      link(scope.core.env, account.subdomain, '/reset-password', token),
      line`If it was not you, nothing has changed and there is nothing to do.`,
    ],
  })
  await record(scope, {
    action: 'auth.password-reset-sent',
    category: 'security',
    description: 'Sent a link that sets a new password',
    resource: 'user',
    resourceId: account.id,
    tenantId: account.tenantId,
  })
}

/** Emails people whose organization signs in by single sign-on only that there is no password to set. */
async function mailOnlyWay(scope: PlatformScope, account: Account, to: string, provider: string): Promise<void> {
  const { tenantName } = account
  await sendMail(scope, {
    to,
    tenantId: account.tenantId,
    class: 'security',
    language: account.readsIn,
    subject: line`Sign in with ${provider}`,
    body: [
      greeting(account),
      line`A new password was requested for your account at ${tenantName ?? ''}. It needs none: your organization signs in with ${provider} only.`,
      [line`Choose “Continue with ${provider}” here:`, link(scope.core.env, account.subdomain, '/auth')],
      line`If it was not you, nothing has changed and there is nothing to do.`,
    ],
  })
}

const outdatedLink = () => new AppError('identity.reset-link', 400, 'This link is no longer valid. Ask for a new one.')

const deleteReset = statement(
  z.object({ userId: z.string(), valid: z.boolean(), tenantId: z.string().nullable() }),
  `delete from password_resets r using users u where r.token_hash = $1 and u.id = r.user_id
       returning r.user_id as "userId", r.expires_at > $2 and u.is_active as valid, u.tenant_id as "tenantId"`,
)

/**
 * @throws identity.reset-link 400 when the link was used, replaced or is older than an hour; invalid at `password`;
 *   identity.sso-only 403; busy 503
 */
export async function resetPassword(core: Core, actor: Actor, token: string, password: string): Promise<void> {
  const account = await core.db.platform(actor, (scope) => accountOfLink(scope, token))
  if (!account) throw outdatedLink()
  if (account.onlyWay && account.emailVerified) throw ssoOnly(account.onlyWay.name, account.tenantName)
  checkNewPassword(password, await core.settings.current(), account)
  const hash = await hashPassword(password)
  await core.db.platform(actor, async (scope) => {
    // The delete uses the token up: of two concurrent uses, one finds nothing.
    const [taken] = await scope.rows(deleteReset, [hashOf(token), core.clock.now().toISOString()])
    if (!taken?.valid) throw outdatedLink()
    await setPassword(scope, taken.userId, { hash }, { isProven: true })
    // Opening the emailed link proves address and identity: failed attempts from this network were the owner's.
    await markVerified(scope, taken.userId)
    await undoFailure(scope, attemptOf(signInNameOf(account), actor.ipAddress, taken.tenantId), { forgetting: true })
    await rememberNetwork(scope, taken.userId)
    await record(scope, {
      action: 'auth.password-reset',
      category: 'security',
      description: 'Set a new password by emailed link',
      resource: 'user',
      resourceId: taken.userId,
      tenantId: taken.tenantId,
    })
  })
}

const selectReset = statement(
  z.object({ userId: z.string() }),
  `select r.user_id as "userId" from password_resets r join users u on u.id = r.user_id
      where r.token_hash = $1 and r.expires_at > $2 and u.is_active`,
)

async function accountOfLink(scope: PlatformScope, token: string): Promise<Account | undefined> {
  const [link] = await scope.rows(selectReset, [hashOf(token), scope.core.clock.now().toISOString()])
  return link && accountById(scope, link.userId)
}
