import type { Env } from '#config/env.ts'
import { line, link, type MailParagraph } from '#core/server/mail/body.ts'
import type { NewMessage } from '#core/server/mail/mail.ts'
import { countText, listText } from '#core/server/texts.ts'
import type { MessageKind } from '../contract.ts'
import { fillFields } from './fields.ts'
import { linkToken } from './links.ts'

/** Email of one message that is due to one recipient. */
export interface DueEmail {
  recipientId: string
  email: string
  name: string
  children: readonly string[]
  isNudge: boolean
  message: {
    id: string
    kind: MessageKind
    subject: string
    body: string
    writtenByName: string
    wantsAcknowledgement: boolean
    files: readonly string[]
  }
}

export interface Sender {
  organization: string
  subdomain: string
}

/** Characters of a subject. */
const MAX_SUBJECT = 200

/** Writes the text of people as paragraphs; none of its lines becomes a link. */
const paragraphsOf = (text: string): MailParagraph[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.split('\n').map((written) => line`${written.trimEnd()}`))
    .filter((lines) => lines.length > 0)

function textOf({ message, ...recipient }: DueEmail, { organization }: Sender): MailParagraph[] {
  const { body, files, writtenByName } = message
  return [
    ...paragraphsOf(fillFields(body, { ...recipient, organization })),
    line`${writtenByName}, ${organization}`,
    ...(files.length > 0 ? [line`Files: ${listText(files)}`] : []),
  ]
}

const actOf = ({ wantsAcknowledgement, files }: DueEmail['message']) => {
  if (wantsAcknowledgement) return line`Please acknowledge that you have read this message:`
  return files.length > 0 ? line`Open the message and its files:` : line`Open this message:`
}

/** Writes the email of what is due to one person: one message with all of its text, or several in one email. */
export function writeEmail(env: Env, due: readonly [DueEmail, ...DueEmail[]], sender: Sender): NewMessage {
  const [first, ...others] = due
  const { email, name, message, isNudge } = first
  const { organization, subdomain } = sender
  if (others.length > 0) {
    return {
      to: email,
      class: 'news',
      subject: `${countText(due.length, 'announcement')} from ${organization}`.slice(0, MAX_SUBJECT),
      body: [
        line`Hello ${name},`,
        ...due.flatMap((one) => [
          line`${fillFields(one.message.subject, { ...one, organization })}`,
          ...textOf(one, sender),
        ]),
        line`Open these messages:`,
        link(env, subdomain, '/messages'),
      ],
    }
  }
  const subject = fillFields(message.subject, { ...first, organization })
  const prefix = isNudge ? 'Reminder: ' : message.kind === 'urgent' ? 'Urgent: ' : ''
  return {
    to: email,
    class: message.kind === 'urgent' ? 'urgent' : 'news',
    subject: `${prefix}${subject}`.slice(0, MAX_SUBJECT),
    body: [
      line`Hello ${name},`,
      ...textOf(first, sender),
      actOf(message),
      link(env, subdomain, '/message', linkToken(env, first.recipientId)),
    ],
  }
}
