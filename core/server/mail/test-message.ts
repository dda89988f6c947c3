import type { TestMessageAnswer } from '#core/contract/mail.ts'
import { record } from '../audit.ts'
import type { Core } from '../core.ts'
import { AppError } from '../errors.ts'
import type { Actor } from '../identity/actor.ts'
import { readMailPassword } from '../settings/settings.ts'
import { line, onOneLine, renderBody } from './body.ts'
import { failureInWords, submit } from './transport.ts'

/**
 * Sends a message at once with the saved settings, bypassing the queue, and returns the mail server's answer.
 * The server is foreign and slow, so no transaction is open meanwhile.
 * @throws mail.no-server (409)
 */
export async function sendTestMessage(core: Core, actor: Actor, to: string): Promise<TestMessageAnswer> {
  const settings = await core.settings.current()
  if (!settings.mailHost) {
    throw new AppError('mail.no-server', 409, 'Save the address of a mail server first')
  }
  const password = await core.db.platform(actor, readMailPassword)
  const { text } = renderBody([
    line`${settings.platformName} can send mail with the server ${settings.mailHost}.`,
    line`Sent by ${actor.user?.name ?? 'an administrator'} from the email settings. There is nothing to do.`,
  ])
  const subject = onOneLine(`Test message from ${settings.platformName}`)
  const answer = await submit(core.env, settings, password, { to, subject, text }).then(
    (code) => ({
      sent: true,
      message: `${settings.mailHost} took the message for ${to}. It answered with the code ${code}.`,
    }),
    (error: unknown) => ({ sent: false, message: failureInWords(error, settings) }),
  )
  await core.db.platform(actor, (scope) =>
    record(scope, {
      action: 'settings.test-message',
      category: 'system',
      description: 'Sent a test message',
      resource: 'global_settings',
      success: answer.sent,
      ...(answer.sent ? {} : { severity: 'warning', errorMessage: answer.message }),
      metadata: { mailHost: settings.mailHost, mailPort: settings.mailPort },
    }),
  )
  return { sent: answer.sent, message: answer.message.slice(0, 1000) }
}
