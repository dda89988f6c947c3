import type { TenantScope } from '#core/server/core.ts'
import { TEMPORARY_PASSWORD_DAYS } from '#core/server/identity/passwords.ts'
import { line, link, secretLine } from '#core/server/mail/body.ts'
import { sendMail } from '#core/server/mail/mail.ts'

/** Mails somebody of an organization a temporary password; it is kept encrypted until the message has left. */
export async function mailTemporaryPassword(
  scope: TenantScope,
  { name, subdomain }: { name: string; subdomain: string },
  to: { email: string; firstName: string },
  password: string,
): Promise<void> {
  const { platformName } = await scope.core.settings.current()
  await sendMail(scope, {
    to: to.email,
    class: 'security',
    subject: `Your new password for ${name}`,
    body: [
      line`Hello ${to.firstName},`,
      line`your password for ${name} on ${platformName} has been reset. Sign in here:`,
      link(scope.core.env, subdomain, '/auth'),
      [line`  Email: ${to.email}`, secretLine('  Temporary password: ', password)],
      line`You will be asked to choose a password of your own. The temporary one can be used for ${TEMPORARY_PASSWORD_DAYS} days.`,
      line`If you did not expect this, ask ${name} about it.`,
    ],
  })
}
