import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, requiredText } from '#core/contract/fields.ts'
import { pagingQuery, searchQuery } from '#core/contract/paging.ts'
import { staff } from '../contract.ts'
import { audience } from './audience-contract.ts'

export const messageKinds = ['announcement', 'urgent'] as const
export type MessageKind = (typeof messageKinds)[number]

export const messageStatuses = ['draft', 'scheduled', 'sending', 'sent', 'cancelled'] as const
export type MessageStatus = (typeof messageStatuses)[number]

/** Characters of an announcement, and of an urgent message. */
export const MAX_BODY = 10_000
export const MAX_URGENT_BODY = 300

export const MAX_FILES = 5
export const MAX_FILE_BYTES = 10 * 1024 * 1024

/** Seconds for which an announcement is held before it is sent, so that it can be undone. */
export const UNDO_SECONDS = 60

/** Announcements that an instructor sends in one day of the organization. */
export const MAX_DAILY_ANNOUNCEMENTS = 5

/** Fields that are replaced for each recipient. */
export const messageFields = ['child', 'name', 'organization'] as const

/** Lists what stands in braces and is none of the fields. */
export const unknownFields = (text: string, known: readonly string[] = messageFields): string[] => [
  ...new Set(
    [...text.matchAll(/\{([^{}\n]*)\}/g)].map(([, name = '']) => name).filter((name) => !known.includes(name)),
  ),
]

const refuseUnknown = (value: string, context: z.RefinementCtx) => {
  const [unknown] = unknownFields(value)
  if (unknown !== undefined) {
    context.addIssue(`{${unknown}} is not a field. Use ${messageFields.map((name) => `{${name}}`).join(', ')}.`)
  }
}

/** Lines of people, without characters that mislead. */
export const messageText = (max: number, message: string) =>
  z
    .string()
    .trim()
    .min(1, message)
    .max(max, `At most ${max} characters`)
    .refine((value) => !/[^\P{Cc}\n\r\t]|\p{Cs}/u.test(value), 'Contains a character that cannot be stored')

const subject = requiredText(200, 'Enter a subject').superRefine(refuseUnknown)
const body = messageText(MAX_BODY, 'Enter a message').superRefine(refuseUnknown)

const newMessageFields = z.object({
  kind: z.enum(messageKinds),
  subject,
  body,
  audience,
  wantsAcknowledgement: z.boolean(),
})

export const newMessage = newMessageFields
  .extend({
    kind: newMessageFields.shape.kind.default('announcement'),
    wantsAcknowledgement: newMessageFields.shape.wantsAcknowledgement.default(false),
  })
  .refine(({ kind, body }) => kind === 'announcement' || body.length <= MAX_URGENT_BODY, {
    message: `An urgent message has at most ${MAX_URGENT_BODY} characters`,
    path: ['body'],
  })
export type NewMessage = z.output<typeof newMessage>

/** Only what is sent changes. With `updatedAt` as it was read, a change by another user in between is a conflict. */
export const messageChange = newMessageFields.extend({ updatedAt: instant }).partial()
export type MessageChange = z.output<typeof messageChange>

export const messageFile = z.object({ id, name: z.string(), url: z.string(), size: z.number().int() })

const messageRow = z.object({
  id,
  kind: z.enum(messageKinds),
  status: z.enum(messageStatuses),
  subject: z.string(),
  writtenByName: z.string(),
  sendAt: instant.nullable(),
  createdAt: instant,
  recipients: z.number().int(),
  opened: z.number().int(),
  acknowledged: z.number().int(),
  wantsAcknowledgement: z.boolean(),
})
export type MessageRow = z.infer<typeof messageRow>

const deliveryCounts = z.object({ waiting: z.number().int(), sent: z.number().int(), failed: z.number().int() })

export const message = messageRow.extend({
  body: z.string(),
  audience,
  /** Rules of the audience in words. */
  audienceText: z.string(),
  /** Names of the rules, in their order. */
  ruleNames: z.object({ any: z.array(z.string()), minus: z.array(z.string()) }),
  files: z.array(messageFile),
  emails: deliveryCounts,
  /** People who are notified on a device. */
  pushes: deliveryCounts,
  leftOut: z.record(z.string(), z.number()),
  nudgedAt: instant.nullable(),
  updatedAt: instant,
  isWriter: z.boolean(),
})
export type Message = z.infer<typeof message>

const recipient = z.object({
  id,
  name: z.string(),
  role: z.enum(['guardian', 'staff', 'student']),
  children: z.array(z.string()),
  openedAt: instant.nullable(),
  acknowledgedAt: instant.nullable(),
  /** State of the email; null for people who read it in the portal alone. */
  email: z.enum(['waiting', 'sent', 'failed', 'stopped']).nullable(),
})
export type Recipient = z.infer<typeof recipient>

export const recipientStates = ['opened', 'unopened', 'acknowledged', 'unacknowledged'] as const

const one = z.object({ id })

export const messagesContract = {
  listMessages: endpoint({
    method: 'GET',
    path: '/api/messages',
    summary: 'Messages of the organization, the latest first: all for admins, for instructors their own',
    access: staff,
    query: searchQuery.extend({ status: z.enum(messageStatuses).optional() }),
    response: z.array(messageRow),
  }),
  createMessage: endpoint({
    method: 'POST',
    path: '/api/messages',
    status: 201,
    summary: 'Draft a message; instructors write to their own sessions and groups',
    audit: 'message.drafted',
    access: staff,
    bodyLimit: 262_144,
    body: newMessage,
    response: message,
  }),
  getMessage: endpoint({
    method: 'GET',
    path: '/api/messages/{id}',
    summary: 'One message with its audience, files and what became of it',
    access: staff,
    params: one,
    response: message,
  }),
  updateMessage: endpoint({
    method: 'PUT',
    path: '/api/messages/{id}',
    summary: 'Change a draft',
    audit: 'message.changed',
    unaudited: 'Where nothing differs, nothing is changed',
    access: staff,
    bodyLimit: 262_144,
    params: one,
    body: messageChange,
    response: message,
  }),
  deleteMessage: endpoint({
    method: 'DELETE',
    path: '/api/messages/{id}',
    summary: 'Delete a draft with its files',
    audit: ['message.deleted', 'file.deleted'],
    access: staff,
    params: one,
    response: 'none',
  }),
  sendMessage: endpoint({
    method: 'POST',
    path: '/api/messages/{id}/sending',
    summary: `Send a draft: an announcement after ${UNDO_SECONDS} seconds or at a time, an urgent message at once`,
    audit: 'message.sent',
    access: staff,
    params: one,
    body: z.object({
      /** Time of a scheduled announcement; now by default. */
      at: instant.optional(),
      /** People whom an urgent message goes to, as they were typed. */
      confirmedCount: z.number().int().min(0).max(1_000_000).optional(),
    }),
    response: message,
  }),
  stopMessage: endpoint({
    method: 'POST',
    path: '/api/messages/{id}/stop',
    summary: 'Undo a message that waits, which is a draft again, or stop the rest of one that is being sent',
    audit: ['message.undone', 'message.stopped'],
    access: staff,
    params: one,
    response: message,
  }),
  nudge: endpoint({
    method: 'POST',
    path: '/api/messages/{id}/nudge',
    summary: 'Email a reminder to recipients who have not acknowledged a message, once',
    audit: 'message.nudged',
    access: staff,
    params: one,
    response: message,
  }),
  listRecipients: endpoint({
    method: 'GET',
    path: '/api/messages/{id}/recipients',
    summary: 'Recipients of a sent message by name; 50 by default',
    access: staff,
    params: one,
    query: pagingQuery.extend({ state: z.enum(recipientStates).optional() }),
    response: z.array(recipient),
  }),
  addMessageFile: endpoint({
    method: 'POST',
    path: '/api/messages/{id}/files',
    status: 201,
    rateLimit: 60,
    summary: `Add a file to a draft, at most ${MAX_FILES} of 10 MB each; it is checked by content`,
    audit: ['file.uploaded', 'message.file-added'],
    access: { ...staff, scope: 'none' },
    upload: { field: 'file', maxBytes: MAX_FILE_BYTES },
    params: one,
    response: z.object({ id }),
  }),
  deleteMessageFile: endpoint({
    method: 'DELETE',
    path: '/api/messages/{id}/files/{fileId}',
    summary: 'Remove a file from a draft',
    audit: ['message.file-deleted', 'file.deleted'],
    access: staff,
    params: one.extend({ fileId: id }),
    response: 'none',
  }),
} as const
