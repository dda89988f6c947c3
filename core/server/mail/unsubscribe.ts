import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Env } from '#config/env.ts'
import { mailClasses } from '#core/contract/mail.ts'
import { record } from '../audit.ts'
import { statement } from '../database/statement.ts'
import { notFound } from '../errors.ts'
import type { Unscoped } from '../http/mount.ts'
import { derivedKey } from '../secrets.ts'
import { suppress } from './suppressions.ts'

const macOf = ({ sessionKey }: Env, messageId: string) =>
  createHmac('sha256', derivedKey(sessionKey, 'trellis unsubscribe links', 32))
    .update(messageId)
    .digest()

/** Creates the token that unsubscribes from email of the class, address and organization of one message. */
export const unsubscribeToken = (env: Env, messageId: string) =>
  `${messageId}.${macOf(env, messageId).toString('base64url')}`

/** @returns the message that a token was made for */
function readToken(env: Env, token: string): string | undefined {
  const [messageId = '', mac = ''] = token.split('.')
  const [given, right] = [Buffer.from(mac, 'base64url'), macOf(env, messageId)]
  const isValid = z.uuid().safeParse(messageId).success && given.length === right.length
  return isValid && timingSafeEqual(given, right) ? messageId : undefined
}

const selectMessage = statement(
  z.object({ recipient: z.string(), class: z.enum(mailClasses), tenantId: z.string().nullable() }),
  `select recipient, class, tenant_id as "tenantId" from mail_messages where id = $messageId
    and class in ('news', 'conversation')`,
)

/**
 * Ends news, or email about conversations, of one organization for the address that a message went to, without signing in (RFC 8058).
 * @throws not-found for a token that is no one's
 */
export async function unsubscribe({ core, http }: Unscoped, token: string): Promise<void> {
  const messageId = readToken(core.env, token)
  await core.db.platform(http.actor, async (scope) => {
    const [message] = messageId === undefined ? [] : await scope.rows(selectMessage, { messageId })
    if (!message) throw notFound('Link')
    const { recipient: address, tenantId } = message
    await suppress(scope, { tenantId, address, classes: [message.class], reason: 'unsubscribed' })
    await record(scope, {
      action: 'email.unsubscribed',
      category: 'account',
      description: `Unsubscribed from ${message.class === 'news' ? 'news' : 'email about conversations'} by an emailed link`,
      resource: 'mail_message',
      resourceId: messageId,
      tenantId,
    })
  })
}
