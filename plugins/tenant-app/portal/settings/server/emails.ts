import type { TenantScope } from '#core/server/core.ts'
import { line } from '#core/server/mail/body.ts'
import { sendMail } from '#core/server/mail/mail.ts'

/** Notifies an organization's former contact address of the new one. */
export async function mailContactChanged(
  scope: TenantScope,
  former: { name: string; contactEmail: string },
): Promise<void> {
  const { supportEmail } = await scope.core.settings.current()
  await sendMail(scope, {
    to: former.contactEmail,
    subject: `${former.name} has a new contact`,
    body: [
      line`Hello,`,
      line`An admin of ${former.name} has given it another contact address, so emails about it go there from now on. Signing in has not changed.`,
      line`If you did not expect this, write to ${supportEmail} at once.`,
    ],
  })
}
