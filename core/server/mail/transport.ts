import type { Transporter } from 'nodemailer'
import type { GlobalSettings } from '#core/contract/settings.ts'

/** A connection to the mail server of the settings; the caller closes it. Milliseconds. */
export async function mailTransport(settings: GlobalSettings, password: string | undefined): Promise<Transporter> {
  // Loaded with the first message: it takes memory that nodes which send none need not have.
  const { createTransport } = await import('nodemailer')
  return createTransport({
    host: settings.mailHost,
    port: settings.mailPort,
    secure: settings.mailUseTls && settings.mailPort === 465,
    requireTLS: settings.mailUseTls && settings.mailPort !== 465,
    ignoreTLS: !settings.mailUseTls,
    ...(settings.mailUsername ? { auth: { user: settings.mailUsername, pass: password ?? '' } } : {}),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
}

/** Who mail comes from; the support address where none was chosen. */
export function mailSender({ fromName, fromEmail, supportEmail }: GlobalSettings): { name: string; address: string } {
  return { name: fromName, address: fromEmail || supportEmail }
}

interface SmtpFailure {
  code?: string
  command?: string
  response?: string
  responseCode?: number
  message?: string
}

/** Whether the server refused this very message for good: trying again would be refused again. */
export function isFinalRefusal(error: unknown): boolean {
  const { code, responseCode = 0 } = error as SmtpFailure
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500
}

/** What a mail server's answer, or its silence, means for whoever set it up. */
export function failureInWords(error: unknown, { mailHost, mailPort, mailUsername }: GlobalSettings): string {
  const { code, command, response, message = 'unknown error' } = error as SmtpFailure
  const server = `${mailHost}:${mailPort}`
  const said = `The server said: ${response ?? message}`
  if (/ENOTFOUND|EAI_AGAIN/.test(`${code} ${message}`) || code === 'EDNS') return `No server is called ${mailHost}.`
  if (/ECONNREFUSED/.test(message))
    return `Nothing answers at ${server}. Check host and port, and that the server runs.`
  if (code === 'ETIMEDOUT')
    return `${server} did not answer in time. A firewall may be in between, or the port is wrong.`
  if (code === 'EAUTH') return `${server} refused to sign in ${mailUsername || 'without a user name'}. ${said}`
  if (code === 'ETLS' || /certificate|wrong version number|SSL|TLS/i.test(message)) {
    return `No encrypted connection to ${server} came about. Check whether the port fits TLS. ${said}`
  }
  if (code === 'EENVELOPE') {
    return `${server} refused ${command === 'MAIL FROM' ? 'the sender' : 'the recipient'}. ${said}`
  }
  return `The message could not be sent through ${server}. ${said}`
}
