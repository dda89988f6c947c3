import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { record } from '../audit.ts'
import type { Core, PlatformScope, Scope } from '../core.ts'
import { asPlatform } from '../database/scope.ts'
import { statement } from '../database/statement.ts'
import { AppError } from '../errors.ts'
import { line, link } from '../mail/body.ts'
import { sendMail } from '../mail/mail.ts'
import { readSettings } from '../settings/settings.ts'
import type { Actor } from './actor.ts'
import { accountById, greeting, type Account } from './users.ts'

/** Hours. */
const VALIDITY_HOURS = 24
/** Seconds within which another request sends nothing, so that no mailbox can be flooded. */
const RESEND_DELAY_SECONDS = 60

const hashOf = (token: string) => createHash('sha256').update(token).digest()

const upsertVerification =
  statement(`insert into email_verifications as v (user_id, token_hash, email, created_at, expires_at) values ($1, $2, $3, $4, $5)
     on conflict (user_id) do update set token_hash = excluded.token_hash, email = excluded.email,
       created_at = excluded.created_at, expires_at = excluded.expires_at, used_at = null
     where v.created_at <= $6 returning user_id`)

/**
 * Emails a single-use link, valid for a day, that proves the account's address; earlier links are void. Sends nothing
 * within a minute of the last one.
 * @returns false if nothing was sent because of that limit
 */
export async function mailVerification(scope: PlatformScope, account: Account): Promise<boolean> {
  const { core } = scope
  if (account.email === null) return true
  const now = core.clock.now().getTime()
  const token = randomBytes(32).toString('base64url')
  // One statement, so that of many at once only one sends.
  const [due] = await scope.rows(upsertVerification, [
    account.id,
    hashOf(token),
    account.email,
    new Date(now).toISOString(),
    new Date(now + VALIDITY_HOURS * 3600_000).toISOString(),
    new Date(now - RESEND_DELAY_SECONDS * 1000).toISOString(),
  ])
  if (!due) return false
  const { platformName, supportEmail } = await readSettings(scope)
  const place = account.tenantName ? `${account.tenantName} on ${platformName}` : platformName
  await sendMail(scope, {
    to: account.email,
    tenantId: account.tenantId,
    class: 'security',
    language: account.readsIn,
    subject: line`Verify your email address`,
    body: [
      greeting(account),
      line`there is an account for ${place} with this email address. This link verifies that it is yours; it works once and for ${VALIDITY_HOURS} hours:`,
      link(core.env, account.subdomain, '/verify-email', token),
      line`Then you can sign in there with your password.`,
      line`If it was not you, there is nothing to do. Questions? Write to ${supportEmail}.`,
    ],
  })
  await record(scope, {
    action: 'auth.email-verification-sent',
    category: 'security',
    description: 'Sent a link that verifies the email address',
    resource: 'user',
    resourceId: account.id,
    tenantId: account.tenantId,
  })
  return true
}

/** Emails such a link to a user who was given a password and has not verified the address. */
export function askToVerify(inScope: Scope, userId: string): Promise<void> {
  return asPlatform(inScope, async (scope) => {
    const account = await accountById(scope, userId)
    if (account && !account.emailVerified) await mailVerification(scope, account)
  })
}

const updateUsedAt = statement(
  z.object({ userId: z.string(), tenantId: z.string().nullable() }),
  `update email_verifications v set used_at = $2 from users u
        where v.token_hash = $1 and v.used_at is null and v.expires_at > $2
          and u.id = v.user_id and fold(u.email) = fold(v.email)
       returning v.user_id as "userId", u.tenant_id as "tenantId"`,
)

/**
 * Verifies the address that a link was emailed to, unless the account has another address by now.
 * @throws identity.verification-used 400, identity.verification-expired 400, identity.verification-link 400 when there
 *   is no such link any more
 */
export async function verifyEmail(core: Core, actor: Actor, token: string): Promise<void> {
  const now = core.clock.now().toISOString()
  await core.db.platform(actor, async (scope) => {
    // The row lock makes the second of two concurrent uses wait, and then find the link used.
    const [taken] = await scope.rows(updateUsedAt, [hashOf(token), now])
    if (!taken) throw await refusal(scope, token)
    await markVerified(scope, taken.userId)
    await record(scope, {
      action: 'auth.email-verified',
      category: 'security',
      description: 'Verified the email address by emailed link',
      resource: 'user',
      resourceId: taken.userId,
      tenantId: taken.tenantId,
    })
  })
}

const updateEmailVerifiedAt = statement(
  'update users set email_verified_at = coalesce(email_verified_at, $2) where id = $1',
)

/** Marks the account's address as verified; the time of the first verification stays. */
export async function markVerified(scope: PlatformScope, userId: string): Promise<void> {
  await scope.rows(updateEmailVerifiedAt, [userId, scope.core.clock.now().toISOString()])
}

const selectVerification = statement(
  z.object({ used: z.boolean() }),
  `select v.used_at is not null as used from email_verifications v join users u on u.id = v.user_id
      where v.token_hash = $1 and fold(u.email) = fold(v.email)`,
)

async function refusal(scope: PlatformScope, token: string): Promise<AppError> {
  const [link] = await scope.rows(selectVerification, [hashOf(token)])
  if (!link) {
    return new AppError(
      'identity.verification-link',
      400,
      'This link is no longer valid. Use the newest one, or ask for another.',
    )
  }
  return link.used
    ? new AppError(
        'identity.verification-used',
        400,
        'This link has been used already: the address is verified, and you can sign in.',
      )
    : new AppError('identity.verification-expired', 400, 'This link has expired. Ask for a new one.')
}
