import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, requiredText } from '#core/contract/fields.ts'
import { growingQuery } from '#core/contract/paging.ts'
import { messageFile, messageKinds } from './contract.ts'

const received = z.object({
  id,
  kind: z.enum(messageKinds),
  subject: z.string(),
  writtenByName: z.string(),
  /** Start of the text. */
  excerpt: z.string(),
  receivedAt: instant,
  openedAt: instant.nullable(),
  wantsAcknowledgement: z.boolean(),
  acknowledgedAt: instant.nullable(),
  children: z.array(z.string()),
})
export type ReceivedRow = z.infer<typeof received>

export const receivedMessage = received
  .omit({ excerpt: true })
  .extend({ body: z.string(), files: z.array(messageFile) })
export type ReceivedMessage = z.infer<typeof receivedMessage>

/** Times at which news is emailed to a guardian. */
export const newsTimings = ['at-once', 'evening', 'weekly', 'off'] as const
export type NewsTiming = (typeof newsTimings)[number]
export const newsChoice = z.object({ timing: z.enum(newsTimings) })
export type NewsChoice = z.infer<typeof newsChoice>

const reader = {
  who: ['tenant_admin', 'instructor', 'parent', 'student'],
  hosts: 'tenant',
  scope: 'tenant',
} as const
const acts = { ...reader, whileReadOnly: true } as const
const linked = { who: 'anyone', hosts: 'tenant', scope: 'tenant', whileReadOnly: true } as const
const one = z.object({ id })
const token = z.object({ token: requiredText(200) })

/** Lies below the preferences of email, so that a change of either is read by both. */
const NEWS_PATH = '/api/email/preferences/announcements'

export const inboxContract = {
  listReceived: endpoint({
    method: 'GET',
    path: '/api/inbox',
    summary: 'Messages that the caller got, the latest first; 25 by default',
    access: reader,
    query: growingQuery,
    response: z.array(received),
  }),
  countUnread: endpoint({
    method: 'GET',
    path: '/api/inbox/unread',
    summary:
      'Number of messages that the caller has not opened or has yet to acknowledge, and of conversations with new posts',
    access: reader,
    response: z.object({ count: z.number().int() }),
  }),
  getReceived: endpoint({
    method: 'GET',
    path: '/api/inbox/{id}',
    summary: 'One message that the caller got',
    access: reader,
    params: one,
    response: receivedMessage,
  }),
  openReceived: endpoint({
    method: 'POST',
    path: '/api/inbox/{id}/opening',
    status: 204,
    summary: 'Note that the caller has opened a message',
    unaudited: 'Reading one’s own messages is nothing that others look up',
    access: acts,
    params: one,
    response: 'none',
  }),
  acknowledgeReceived: endpoint({
    method: 'POST',
    path: '/api/inbox/{id}/acknowledgement',
    status: 204,
    summary: 'Acknowledge a message that asks for it',
    audit: 'message.acknowledged',
    unaudited: 'Where it was acknowledged before, nothing is changed',
    access: acts,
    params: one,
    response: 'none',
  }),
  openLinked: endpoint({
    method: 'POST',
    path: '/api/message-links/opening',
    summary: 'Open the message whose emailed link has this token, without signing in',
    unaudited: 'Reading one’s own messages is nothing that others look up',
    rateLimit: 60,
    access: linked,
    body: token,
    errors: [404],
    response: receivedMessage,
  }),
  linkedFile: endpoint({
    method: 'GET',
    path: '/api/message-links/{token}/files/{id}',
    summary: 'Save a file of the message whose emailed link has this token, without signing in',
    isAddressSecret: true,
    rateLimit: 60,
    access: { ...linked, scope: 'none' },
    params: z.object({ token: requiredText(200), id: z.uuid() }),
    response: 'file',
  }),
  acknowledgeLinked: endpoint({
    method: 'POST',
    path: '/api/message-links/acknowledgement',
    status: 204,
    summary: 'Acknowledge the message whose emailed link has this token, without signing in',
    audit: 'message.acknowledged',
    unaudited: 'Where it was acknowledged before, nothing is changed',
    rateLimit: 60,
    access: linked,
    body: token,
    errors: [404],
    response: 'none',
  }),
  newsChoice: endpoint({
    method: 'GET',
    path: NEWS_PATH,
    summary: 'When announcements are emailed to the caller',
    access: { ...reader, who: ['parent'] },
    response: newsChoice,
  }),
  chooseNews: endpoint({
    method: 'PUT',
    path: NEWS_PATH,
    summary: 'Choose when announcements are emailed: at once, at 6 PM, weekly, or not at all',
    audit: ['message.news-chosen', 'email.preferences-updated'],
    unaudited: 'Where nothing differs, nothing is changed',
    access: { ...acts, who: ['parent'] },
    body: newsChoice,
    response: newsChoice,
  }),
} as const
