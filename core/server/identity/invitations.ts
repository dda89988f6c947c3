import { createHash, randomBytes } from 'node:crypto'
import { roleNames } from '#core/contract/roles.ts'
import { record, referTo } from '../audit.ts'
import type { PlatformScope, Scope } from '../core.ts'
import { asPlatform } from '../database/scope.ts'
import { statement } from '../database/statement.ts'
import { AppError, invalidField, notFound } from '../errors.ts'
import { line, link } from '../mail/body.ts'
import { sendMail } from '../mail/mail.ts'
import { readSettings } from '../settings/settings.ts'
import { accountById, type Account } from './users.ts'

/** Days for which a mailed invitation can be accepted. */
const INVITATION_DAYS = 7
/** Seconds in which nobody is mailed another. */
const RESEND_DELAY_SECONDS = 60

/** @param what as a sentence begins with it */
export const emailedJustNow = (what: string) =>
  new AppError('identity.mailed-just-now', 429, `${what} was emailed less than a minute ago. Try again in a minute.`, {
    retryAfter: RESEND_DELAY_SECONDS,
  })

export const hashOfToken = (token: string) => createHash('sha256').update(token).digest()

const upsertInvitation =
  statement(`insert into invitations as i (user_id, tenant_id, token_hash, email, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (user_id) do update set token_hash = excluded.token_hash, email = excluded.email,
       created_at = excluded.created_at, expires_at = excluded.expires_at, accepted_at = null
     where i.created_at <= $7 returning user_id`)

/**
 * Mails somebody of an organization who has no password yet a single-use link to choose one; the link before it is void.
 * @throws invalid at `email` without an address, and where there is an account already; identity.mailed-just-now 429
 */
export function invite(inScope: Scope, userId: string): Promise<void> {
  return asPlatform(inScope, async (scope) => {
    const account = await accountById(scope, userId)
    if (!account) throw notFound('User')
    if (account.passwordHash !== null) throw invalidField('email', 'This person has an account already')
    await mailInvitation(scope, account)
  })
}

const existsPendingInvitation = statement('select from invitations where user_id = $1 and accepted_at is null')

const deleteInvitation = statement('delete from invitations where user_id = $1')

/** Invites a user who was invited at another address at the new one; without one the invitation is withdrawn. */
export async function inviteAgain(scope: PlatformScope, account: Account): Promise<void> {
  const [invitation] = await scope.rows(existsPendingInvitation, [account.id])
  if (!invitation) return
  if (account.email === null) await withdrawInvitation(scope, account.id)
  else await mailInvitation(scope, account)
}

/** The link that was mailed opens nothing any more. */
export async function withdrawInvitation(scope: Scope, userId: string): Promise<void> {
  await scope.rows(deleteInvitation, [userId])
}

async function mailInvitation(scope: PlatformScope, account: Account): Promise<void> {
  const { email, tenantId, tenantName, subdomain, firstName, role } = account
  if (email === null) throw invalidField('email', 'An invitation needs an email address')
  const now = scope.core.clock.now().getTime()
  const token = randomBytes(32).toString('base64url')
  // One statement, so that of many at once only one sends.
  const [due] = await scope.rows(upsertInvitation, [
    account.id,
    tenantId,
    hashOfToken(token),
    email,
    new Date(now).toISOString(),
    new Date(now + INVITATION_DAYS * 86_400_000).toISOString(),
    new Date(now - RESEND_DELAY_SECONDS * 1000).toISOString(),
  ])
  if (!due) throw emailedJustNow('An invitation')
  const { platformName } = await readSettings(scope)
  const inviter = scope.actor.user?.name ?? platformName
  await sendMail(scope, {
    to: email,
    tenantId,
    subject: `You are invited to ${tenantName ?? platformName}`,
    body: [
      line`Hello ${firstName},`,
      line`${inviter} invites you to ${tenantName ?? platformName} on ${platformName} (${roleNames[role]}).`,
      line`This link opens your account: you choose a password and are signed in. It works once and for ${INVITATION_DAYS} days.`,
      link(scope.core.env, subdomain, '/invitation', token),
      line`If you did not expect this, there is nothing to do.`,
    ],
  })
  await record(scope, {
    action: 'user.invited',
    category: 'account',
    description: `Invited ${referTo('user', account.id)}`,
    resource: 'user',
    resourceId: account.id,
    tenantId,
  })
}
