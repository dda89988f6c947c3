import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email, id, instant } from './fields.ts'
import { searchQuery } from './paging.ts'

/** Classes of email, by urgency: the first ones are sent first, and only the last two can be turned off. */
export const mailClasses = ['security', 'urgent', 'essential', 'conversation', 'news'] as const
export type MailClass = (typeof mailClasses)[number]

/**
 * `pending` is queued or retried with growing delays, `held` waits for a mail server to be configured, `failed`
 * was refused for good, `suppressed` was not sent: the address bounced, or its owner unsubscribed.
 */
const mailStatuses = ['pending', 'held', 'sent', 'failed', 'suppressed'] as const
export const mailStatus = z.enum(mailStatuses, `Use one of ${mailStatuses.join(', ')}`)
export type MailStatus = z.infer<typeof mailStatus>

/** Filters of the list by status; `waiting` is pending or held, as the stat card counts. */
export const mailFilters = [...mailStatuses, 'waiting'] as const
export const mailFilter = z.enum(mailFilters, `Use one of ${mailFilters.join(', ')}`)
export type MailFilter = z.infer<typeof mailFilter>

export const mailMessage = z.object({
  id,
  recipient: z.string(),
  subject: z.string(),
  status: mailStatus,
  attempts: z.number().int(),
  /** Error of the last attempt. */
  error: z.string().nullable(),
  createdAt: instant,
  sentAt: instant.nullable(),
  /** The organization concerned. */
  tenantName: z.string().nullable(),
})
export type MailMessage = z.infer<typeof mailMessage>

const mailMessageDetail = mailMessage.extend({
  /** A password or the token of a link is replaced by dots. */
  body: z.string(),
  hasSecret: z.boolean(),
})
export type MailMessageDetail = z.infer<typeof mailMessageDetail>

export const testMessage = z.object({ to: email() })

export const testMessageAnswer = z.object({
  /** True if the mail server accepted the message. */
  sent: z.boolean(),
  /** Answer of the mail server, explained. */
  message: z.string(),
})
export type TestMessageAnswer = z.infer<typeof testMessageAnswer>

/** Messages on one page of the list. */
export const MAIL_PAGE_SIZE = 25

const superAdmin = { who: ['superadmin'], hosts: 'platform' } as const
const byId = z.object({ id })

export const mailContract = {
  sendTestMessage: endpoint({
    method: 'POST',
    path: '/api/settings/test-message',
    summary: 'Send a message immediately with the mail server of the settings, and return its answer',
    audit: 'settings.test-message',
    access: { ...superAdmin, scope: 'none' },
    rateLimit: 10,
    body: testMessage,
    response: testMessageAnswer,
  }),
  listMailMessages: endpoint({
    method: 'GET',
    path: '/api/mail-messages',
    summary: 'Messages that the platform wrote, newest first; `search` looks for a part of the recipient',
    access: { ...superAdmin, scope: 'platform' },
    query: searchQuery.extend({ status: mailFilter.optional() }),
    response: z.array(mailMessage),
  }),
  getMailMessage: endpoint({
    method: 'GET',
    path: '/api/mail-messages/{id}',
    summary: 'One message with its text, without the secret in it',
    access: { ...superAdmin, scope: 'platform' },
    params: byId,
    response: mailMessageDetail,
  }),
  sendMailAgain: endpoint({
    method: 'POST',
    path: '/api/mail-messages/{id}/send',
    summary: 'Send a held or failed message again',
    audit: 'mail.sent-again',
    access: { ...superAdmin, scope: 'platform' },
    params: byId,
    response: mailMessage,
  }),
  releaseHeldMail: endpoint({
    method: 'POST',
    path: '/api/mail-messages/release',
    summary: 'Send everything that was held while there was no mail server',
    audit: 'mail.released',
    unaudited: 'Where nothing is held, nothing is released',
    access: { ...superAdmin, scope: 'platform' },
    status: 202,
    response: z.object({ released: z.number().int() }),
  }),
} as const
