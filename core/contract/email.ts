import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email, instant, requiredText, text } from './fields.ts'

/** Reply address and postal address that an organization's email has. */
export const emailSender = z.object({
  /** Confirmed by a link; replies go to the platform's support until there is one. */
  replyTo: z.string().nullable(),
  /** Address that was emailed a link and has yet to be confirmed. */
  askedReplyTo: z.string().nullable(),
  /** Until when the link can be opened. */
  expiresAt: instant.nullable(),
  postalAddress: z.string(),
})
export type EmailSender = z.infer<typeof emailSender>

/** Only what is sent changes; an empty reply address is removed. */
export const emailSenderChange = z
  .object({ replyTo: z.union([z.literal(''), email()]), postalAddress: text(300) })
  .partial()
export type EmailSenderChange = z.output<typeof emailSenderChange>

/** Classes of email that people may turn off, of one organization. */
export const emailPreferences = z.object({ news: z.boolean(), conversation: z.boolean() })
export type EmailPreferences = z.infer<typeof emailPreferences>

const token = requiredText(200)

const admins = { who: ['tenant_admin'], hosts: 'tenant', scope: 'tenant' } as const
const people = { who: 'signed-in', hosts: 'tenant', scope: 'tenant' } as const

export const emailContract = {
  getEmailSender: endpoint({
    method: 'GET',
    path: '/api/email/sender',
    summary: 'Reply address and postal address of the organization’s email',
    access: admins,
    response: emailSender,
  }),
  updateEmailSender: endpoint({
    method: 'PUT',
    path: '/api/email/sender',
    summary: 'Change the postal address, or ask for a reply address, which is emailed a link that confirms it',
    audit: 'email.sender-updated',
    unaudited: 'Where nothing differs, nothing is changed',
    access: admins,
    rateLimit: 10,
    body: emailSenderChange,
    response: emailSender,
  }),
  confirmReplyAddress: endpoint({
    method: 'POST',
    path: '/api/email/sender/confirm',
    summary: 'Confirm the reply address that was emailed this token; 400 in words if it is used or expired',
    audit: 'email.reply-address-confirmed',
    rateLimit: 60,
    access: { who: 'anyone', hosts: 'tenant', scope: 'tenant' },
    body: z.object({ token }),
    errors: [400],
    response: z.object({ replyTo: z.string() }),
  }),
  getContact: endpoint({
    method: 'GET',
    path: '/api/email/contact',
    summary: 'Confirmed address to which people of the organization can write; null where there is none',
    access: people,
    response: z.object({ replyTo: z.string().nullable() }),
  }),
  getEmailPreferences: endpoint({
    method: 'GET',
    path: '/api/email/preferences',
    summary: 'Classes of email from the organization that the caller gets beside the essential ones',
    access: people,
    response: emailPreferences,
  }),
  updateEmailPreferences: endpoint({
    method: 'PUT',
    path: '/api/email/preferences',
    summary: 'Turn news or email about conversations on or off',
    audit: 'email.preferences-updated',
    unaudited: 'Where nothing differs, nothing is changed',
    access: { ...people, whileReadOnly: true },
    body: emailPreferences,
    response: emailPreferences,
  }),
  // The page has the same address: a mailbox that only opens links gets a button, an email program's own button posts.
  unsubscribe: endpoint({
    method: 'POST',
    path: '/email/unsubscribe',
    summary:
      'End news or email about conversations, whichever carried this token, for the person who was emailed it, without signing in (RFC 8058)',
    audit: 'email.unsubscribed',
    rateLimit: 60,
    ignoresBody: true,
    access: { who: 'anyone', hosts: 'both', scope: 'none' },
    // Logs have addresses without their query.
    query: z.object({ token }),
    errors: [404],
    response: 'none',
  }),
} as const
