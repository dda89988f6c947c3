import type { Env } from '#config/env.ts'
import type { TenantStatus } from '#core/contract/tenancy.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { TEMPORARY_PASSWORD_DAYS } from '#core/server/identity/passwords.ts'
import { line, link, secretLine } from '#core/server/mail/body.ts'
import { sendMail, sendMails } from '#core/server/mail/mail.ts'
import { readSettings } from '#core/server/settings/settings.ts'
import { longDate } from '#core/server/texts.ts'

interface Recipient {
  email: string
  tenantId: string | null
  tenantName: string | null
  subdomain: string | null
}

/** Emails a temporary password; it is stored encrypted until the message is sent. */
export async function mailCredentials(
  scope: PlatformScope,
  to: Recipient,
  password: string,
  occasion: 'organization-created' | 'user-created' | 'password-reset',
): Promise<void> {
  const { platformName, supportEmail } = await readSettings(scope)
  const where = to.tenantName ?? platformName
  const opening = {
    'organization-created': line`${where} now has its place on ${platformName}, and you are its administrator.`,
    'user-created': line`An account for ${where} on ${platformName} has been created for you.`,
    'password-reset': line`Your password for ${where} on ${platformName} has been reset.`,
  }[occasion]
  await sendMail(scope, {
    to: to.email,
    class: 'security',
    subject: occasion === 'password-reset' ? `Your new password for ${where}` : `Welcome to ${where}`,
    tenantId: to.tenantId,
    body: [
      line`Hello,`,
      opening,
      line`Sign in here:`,
      link(scope.core.env, to.subdomain, '/auth'),
      [line`  Email: ${to.email}`, secretLine('  Temporary password: ', password)],
      line`You will be asked to choose a password of your own. The temporary one can be used for ${TEMPORARY_PASSWORD_DAYS} days.`,
      line`Questions? Write to ${supportEmail}.`,
    ],
  })
}

/** Emails a user who registered an organization its address. */
export async function mailWelcome(scope: PlatformScope, to: Recipient): Promise<void> {
  const { platformName, supportEmail } = await readSettings(scope)
  await sendMail(scope, {
    to: to.email,
    isFromPlatform: true,
    subject: `Welcome to ${platformName}`,
    tenantId: to.tenantId,
    body: [
      line`Hello,`,
      line`${to.tenantName ?? 'Your organization'} now has its place on ${platformName}:`,
      link(scope.core.env, to.subdomain, '/'),
      line`Sign in there with your email address and the password that you chose.`,
      line`Questions? Write to ${supportEmail}.`,
    ],
  })
}

/** Notifies the former contact address of an organization of the new one. @param signsIn true if the admin's changed too */
export async function mailContactChanged(
  scope: PlatformScope,
  former: { id: string; name: string; adminEmail: string },
  { signsIn }: { signsIn: boolean },
): Promise<void> {
  const { platformName, supportEmail } = await readSettings(scope)
  await sendMail(scope, {
    to: former.adminEmail,
    isFromPlatform: true,
    subject: `${former.name} has a new contact`,
    tenantId: former.id,
    body: [
      line`Hello,`,
      line`${former.name} on ${platformName} has a new contact address now, so emails about it go there from now on. ${signsIn ? 'Its admin signs in with that address too.' : 'Signing in has not changed.'}`,
      line`If you did not expect this, write to ${supportEmail} at once.`,
    ],
  })
}

/** Announces the deletion of an organization to its address unless that is verified. @returns the message's id */
export async function mailDeletionAhead(
  scope: PlatformScope,
  { tenantId, name, email }: { tenantId: string; name: string; email: string },
  deletedAt: string,
): Promise<string | undefined> {
  const { platformName, supportEmail } = await readSettings(scope)
  const [id] = await sendMails(scope, [
    {
      to: email,
      isFromPlatform: true,
      subject: `${name} is going to be deleted`,
      tenantId,
      body: [
        line`Hello,`,
        line`${name} was registered on ${platformName} with this email address, and no one has verified the address yet. Unless that happens, everything in it is deleted after ${longDate(deletedAt)}.`,
        line`We send the link that verifies the address in another email. If it was not you who registered, there is nothing to do.`,
        line`Questions? Write to ${supportEmail}.`,
      ],
    },
  ])
  return id
}

/** Notifies an organization's admin that its users are locked out, or may work again. */
export async function mailStatus(
  scope: PlatformScope,
  tenant: { id: string; name: string; adminEmail: string; subdomain: string },
  status: TenantStatus,
  reason: string | null,
): Promise<void> {
  const { platformName, supportEmail } = await readSettings(scope)
  const { subject, lines } = {
    suspended: {
      subject: `${tenant.name} has been suspended`,
      lines: [
        line`${tenant.name} has been suspended on ${platformName}. Its users cannot sign in until it is resumed. Nothing has been deleted.`,
        ...(reason ? [line`The reason: ${reason}`] : []),
      ],
    },
    inactive: {
      subject: `${tenant.name} is no longer active`,
      lines: [
        line`${tenant.name} has been set to inactive on ${platformName}. Its users cannot sign in until it is active again. Nothing has been deleted.`,
      ],
    },
    active: openAgain(scope.core.env, tenant),
    trial: openAgain(scope.core.env, tenant),
  }[status]
  await sendMail(scope, {
    to: tenant.adminEmail,
    isFromPlatform: true,
    subject,
    tenantId: tenant.id,
    body: [line`Hello,`, ...lines, line`Questions? Write to ${supportEmail}.`],
  })
}

function openAgain(env: Env, { name, subdomain }: { name: string; subdomain: string }) {
  return {
    subject: `${name} is open again`,
    lines: [line`${name} is open again: everyone can sign in as before.`, link(env, subdomain, '/')],
  }
}
