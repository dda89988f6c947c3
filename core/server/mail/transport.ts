import type { Env } from '#config/env.ts'
import type { GlobalSettings } from '#core/contract/settings.ts'
import { PrivateAddressError } from '../public-addresses.ts'
import { connectToMailServer } from './connection.ts'

export interface Submission {
  /** Id of a stored message, the same at each try. */
  id?: string
  to: string
  subject: string
  text: string
  html?: string | undefined
  /** Name of the sender in place of the settings'. */
  fromName?: string
  /** Address that unsubscribes from this kind of email by POST. */
  unsubscribe?: string
  /** Address that replies go to instead of the sender's. */
  replyTo?: string
}

/** Milliseconds. */
const CONNECTION_TIMEOUT_MS = 10_000

/**
 * Sends a message to the mail server of the settings.
 * @returns the code of its answer
 * @throws an error that `failureInWords` explains
 */
export async function submit(
  { mailAllowPrivate }: Env,
  settings: GlobalSettings,
  password: string | undefined,
  { id, unsubscribe, fromName, ...message }: Submission,
): Promise<number> {
  // Loaded with the first message, so that nodes that send no email save its memory.
  const { createTransport } = await import('nodemailer')
  const connection = await connectToMailServer(settings, mailAllowPrivate, CONNECTION_TIMEOUT_MS)
  const transport = createTransport({
    connection,
    // Connect by name, so that the certificate can be verified.
    host: settings.mailHost,
    port: settings.mailPort,
    secure: settings.mailUseTls && settings.mailPort === 465,
    requireTLS: settings.mailUseTls && settings.mailPort !== 465,
    ignoreTLS: !settings.mailUseTls,
    ...(settings.mailUsername ? { auth: { user: settings.mailUsername, pass: password ?? '' } } : {}),
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
  try {
    const from = sender({ ...settings, fromName: fromName ?? settings.fromName })
    const { response } = await transport.sendMail({
      from,
      ...(id !== undefined && { messageId: `<${id}@${from.address.split('@').at(-1)}>` }),
      ...message,
      ...(unsubscribe !== undefined && { list: { unsubscribe: { url: unsubscribe } } }),
      headers: {
        // Suppresses out-of-office replies (RFC 3834).
        'Auto-Submitted': 'auto-generated',
        // Lets mail programs show a button of their own (RFC 8058).
        ...(unsubscribe !== undefined && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
      },
    })
    return Number.parseInt(response, 10)
  } finally {
    transport.close()
    connection.destroy()
  }
}

/** Returns the sender of emails; the support address where none was chosen. */
function sender({ fromName, fromEmail, supportEmail }: GlobalSettings): { name: string; address: string } {
  return { name: fromName, address: fromEmail || supportEmail }
}

interface SmtpFailure {
  code?: string
  command?: string
  responseCode?: number
  response?: string
  message?: string
}

/** Reads the enhanced status code of a refusal (RFC 3463), such as `5.1.1`. */
export function bounceCode(error: unknown): string | undefined {
  const { response = '' } = error as SmtpFailure
  return /^[45]\d\d[ -]([45]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
}

/** True if the server refuses this platform as a sender for policy or reputation (5.7.x), not the recipient's address. */
export const isRefusedSender = (error: unknown) => bounceCode(error)?.startsWith('5.7.') ?? false

/** True if the server refused this very message for good: a retry would be refused again. */
export function isFinalRefusal(error: unknown): boolean {
  const { code, responseCode = 0 } = error as SmtpFailure
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500
}

/**
 * Explains a mail server's answer, or its silence, to the person who set it up. It shows only the code of the answer:
 * the server at an address that a user typed in may be no mail server, and its words are not for them.
 */
export function failureInWords(error: unknown, { mailHost, mailPort, mailUsername }: GlobalSettings): string {
  const { code = '', command, responseCode, message = '' } = error as SmtpFailure
  const server = `${mailHost}:${mailPort}`
  const said = responseCode && responseCode < 600 ? ` It answered with the code ${responseCode}.` : ''
  if (error instanceof PrivateAddressError) {
    return `${mailHost} is an address of a private network. The operator can allow it with MAIL_ALLOW_PRIVATE=1.`
  }
  if (/ENOTFOUND|EAI_AGAIN|EDNS/.test(code)) return `No server is called ${mailHost}.`
  if (code === 'ECONNREFUSED') return `Nothing answers at ${server}. Check host and port, and that the server runs.`
  if (/ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/.test(code))
    return `${server} did not answer in time. A firewall may be in between, or the port is wrong.`
  if (code === 'EAUTH') return `${server} refused to sign in ${mailUsername || 'without a user name'}.${said}`
  if (code === 'ETLS' || /certificate|wrong version number|SSL|TLS/i.test(message)) {
    return `No encrypted connection to ${server} came about. Check whether the port fits TLS, and whether its certificate is valid for this name.${said}`
  }
  if (code === 'EENVELOPE') {
    return `${server} refused ${command === 'MAIL FROM' ? 'the sender' : 'the recipient'}.${said}`
  }
  return `The message could not be sent through ${server}.${said}`
}
