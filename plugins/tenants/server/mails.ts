import type { TenantStatus } from '#core/contract/tenancy.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { TEMPORARY_PASSWORD_DAYS } from '#core/server/identity/passwords.ts'
import { sendMail } from '#core/server/mail/mail.ts'
import { readSettings } from '#core/server/settings/settings.ts'
import { originOf } from '#core/server/tenancy/origin.ts'

interface Recipient {
  email: string
  tenantId: string | null
  tenantName: string | null
  subdomain: string | null
}

/** Mails a temporary password; it is kept encrypted until the message has left. */
export async function mailCredentials(
  scope: PlatformScope,
  to: Recipient,
  password: string,
  occasion: 'organization-created' | 'user-created' | 'password-reset',
): Promise<void> {
  const { platformName, supportEmail } = await readSettings(scope)
  const where = to.tenantName ?? platformName
  const opening = {
    'organization-created': `${where} now has its place on ${platformName}, and you are its administrator.`,
    'user-created': `An account for ${where} on ${platformName} has been created for you.`,
    'password-reset': `Your password for ${where} on ${platformName} has been reset.`,
  }[occasion]
  await sendMail(scope, {
    to: to.email,
    subject: occasion === 'password-reset' ? `Your new password for ${where}` : `Welcome to ${where}`,
    tenantId: to.tenantId,
    secret: password,
    text: [
      'Hello,',
      opening,
      `Sign in at ${originOf(scope.core.env, to.subdomain)}/auth with\n\n  E-mail: ${to.email}\n  Temporary password: {{secret}}`,
      `You will be asked to choose a password of your own. The temporary one can be used for ${TEMPORARY_PASSWORD_DAYS} days.`,
      `Questions? Write to ${supportEmail}.`,
    ].join('\n\n'),
  })
}

/** Tells someone who registered an organization where it is. */
export async function mailWelcome(scope: PlatformScope, to: Recipient): Promise<void> {
  const { platformName, supportEmail } = await readSettings(scope)
  await sendMail(scope, {
    to: to.email,
    subject: `Welcome to ${platformName}`,
    tenantId: to.tenantId,
    text: [
      'Hello,',
      `${to.tenantName} now has its place on ${platformName}: ${originOf(scope.core.env, to.subdomain)}`,
      'Sign in there with your e-mail address and the password that you chose.',
      `Questions? Write to ${supportEmail}.`,
    ].join('\n\n'),
  })
}

/** Tells an organization's admin that its people are kept out, or may work again. */
export async function mailStatus(
  scope: PlatformScope,
  tenant: { id: string; name: string; adminEmail: string; subdomain: string },
  status: TenantStatus,
  reason: string | null,
): Promise<void> {
  const { platformName, supportEmail } = await readSettings(scope)
  const { subject, sentences } = {
    suspended: {
      subject: `${tenant.name} has been suspended`,
      sentences: [
        `${tenant.name} has been suspended on ${platformName}. Nobody can sign in until it is resumed; nothing has been deleted.`,
        ...(reason ? [`The reason: ${reason}`] : []),
      ],
    },
    inactive: {
      subject: `${tenant.name} is not active any more`,
      sentences: [
        `${tenant.name} has been set to inactive on ${platformName}. Nobody can sign in until it is active again; nothing has been deleted.`,
      ],
    },
    active: openAgain(tenant, originOf(scope.core.env, tenant.subdomain)),
    trial: openAgain(tenant, originOf(scope.core.env, tenant.subdomain)),
  }[status]
  await sendMail(scope, {
    to: tenant.adminEmail,
    subject,
    tenantId: tenant.id,
    text: ['Hello,', ...sentences, `Questions? Write to ${supportEmail}.`].join('\n\n'),
  })
}

function openAgain({ name }: { name: string }, address: string): { subject: string; sentences: string[] } {
  return {
    subject: `${name} is open again`,
    sentences: [`${name} is open again: everyone can sign in at ${address} as before.`],
  }
}
