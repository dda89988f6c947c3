import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { emailSender, type EmailSender, type EmailSenderChange } from '#core/contract/email.ts'
import { record } from '../audit.ts'
import type { TenantScope } from '../core.ts'
import { statement } from '../database/statement.ts'
import { AppError } from '../errors.ts'
import { TenantModel } from '../tenancy/tenant.ts'
import { line, link } from './body.ts'
import { sendMail } from './mail.ts'

const VALIDITY_HOURS = 72

const hashOf = (token: string) => createHash('sha256').update(token).digest()

const selectSender = statement(
  emailSender,
  `select reply_to as "replyTo", asked_reply_to as "askedReplyTo", expires_at as "expiresAt",
      postal_address as "postalAddress" from email_senders`,
)

export async function getEmailSender(scope: TenantScope): Promise<EmailSender> {
  const [sender] = await scope.rows(selectSender)
  return sender ?? { replyTo: null, askedReplyTo: null, expiresAt: null, postalAddress: '' }
}

/** Reads the confirmed address to which the organization's people can write. */
export async function getContact(scope: TenantScope): Promise<{ replyTo: string | null }> {
  const { replyTo } = await getEmailSender(scope)
  return { replyTo }
}

const upsertSender = statement(
  `insert into email_senders (postal_address) values ($postalAddress)
   on conflict (tenant_id) do update set postal_address = excluded.postal_address`,
)

const updateAskedAddress = statement(
  z.object({ replyTo: z.string() }),
  `update email_senders set asked_reply_to = $replyTo, token_hash = $hash, asked_at = $now::timestamptz,
      expires_at = $now::timestamptz + make_interval(hours => ${VALIDITY_HOURS})
    where asked_at is null or asked_at <= $now::timestamptz - interval '1 minute'
   returning asked_reply_to as "replyTo"`,
)

const deleteAskedAddress = statement(
  `update email_senders set asked_reply_to = null, token_hash = null, expires_at = null`,
)

const deleteReplyAddress = statement(
  `update email_senders set reply_to = null, asked_reply_to = null, token_hash = null, expires_at = null`,
)

/** @throws email.asked-just-now 429 where a link was emailed within the last minute */
export async function updateEmailSender(scope: TenantScope, change: EmailSenderChange): Promise<EmailSender> {
  const before = await getEmailSender(scope)
  const { postalAddress = before.postalAddress, replyTo } = change
  await scope.rows(upsertSender, { postalAddress })
  if (replyTo === '') await scope.rows(deleteReplyAddress)
  else if (replyTo !== undefined && replyTo === before.replyTo) await scope.rows(deleteAskedAddress)
  else if (replyTo !== undefined) await askReplyAddress(scope, replyTo)
  const after = await getEmailSender(scope)
  if (JSON.stringify(after) === JSON.stringify(before)) return after
  await record(scope, {
    action: 'email.sender-updated',
    category: 'account',
    description: 'Changed the reply address or postal address of email',
    resource: 'tenant',
    resourceId: scope.tenantId,
  })
  return after
}

async function askReplyAddress(scope: TenantScope, replyTo: string): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  const [asked] = await scope.rows(updateAskedAddress, { replyTo, hash: hashOf(token), now: scope.core.clock.now() })
  if (!asked) throw new AppError('email.asked-just-now', 429, 'A link was emailed just now. Try again in a minute.')
  const organization = await TenantModel.query(scope.trx).findById(scope.tenantId)
  const { name = '', subdomain = null } = organization ?? {}
  await sendMail(scope, {
    to: replyTo,
    class: 'security',
    subject: `Confirm this reply address for ${name}`,
    body: [
      line`Hello,`,
      line`${scope.actor.user?.name ?? name} wants replies to email from ${name} to come to this address. This link confirms it; it works once and for ${VALIDITY_HOURS} hours:`,
      link(scope.core.env, subdomain, '/email/reply-address', token),
      line`If you did not expect this, there is nothing to do.`,
    ],
  })
}

const updateReplyAddress = statement(
  z.object({ replyTo: z.string() }),
  `update email_senders set reply_to = asked_reply_to, asked_reply_to = null, token_hash = null, expires_at = null
    where token_hash = $hash and expires_at > $now::timestamptz returning reply_to as "replyTo"`,
)

/** @throws email.reply-address-link 400 for a link that was used, replaced or has expired */
export async function confirmReplyAddress(
  scope: TenantScope,
  { token }: { token: string },
): Promise<{ replyTo: string }> {
  const [confirmed] = await scope.rows(updateReplyAddress, { hash: hashOf(token), now: scope.core.clock.now() })
  if (!confirmed) {
    throw new AppError(
      'email.reply-address-link',
      400,
      'This link is no longer valid. Ask for another under Organization settings.',
    )
  }
  await record(scope, {
    action: 'email.reply-address-confirmed',
    category: 'account',
    description: 'Confirmed the reply address of email by an emailed link',
    resource: 'tenant',
    resourceId: scope.tenantId,
  })
  return confirmed
}
