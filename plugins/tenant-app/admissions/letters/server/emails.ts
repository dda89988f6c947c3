import type { TenantScope } from '#core/server/core.ts'
import { line, link } from '#core/server/mail/body.ts'
import { sendMail, sendMails } from '#core/server/mail/mail.ts'
import { TenantModel } from '#core/server/tenancy/tenant.ts'
import { listAdmins } from '../../../base/ledger/server/emails.ts'
import { CONFIRMATION_DAYS } from '../contract.ts'

async function findOrganization(scope: TenantScope): Promise<{ name: string; subdomain: string | null }> {
  const found = await TenantModel.query(scope.trx).findById(scope.tenantId)
  return { name: found?.name ?? '', subdomain: found?.subdomain ?? null }
}

interface Asker {
  email: string
  firstName: string
}

/** Emails the link that confirms an address. It names no child: anyone can type any address. */
export async function mailConfirmation(
  scope: TenantScope,
  { email, firstName, token }: Asker & { token: string },
): Promise<void> {
  const { name, subdomain } = await findOrganization(scope)
  await sendMail(scope, {
    to: email,
    class: 'security',
    subject: `Confirm your email address for ${name}`,
    body: [
      line`Hello ${firstName},`,
      line`you entered the code of a letter from ${name}. This link confirms your email address; it works for ${CONFIRMATION_DAYS} days:`,
      link(scope.core.env, subdomain, '/join', token),
      line`${name} will then review your request and email you.`,
      line`If it was not you, there is nothing to do.`,
    ],
  })
}

/** Emails a guardian who has an account where to sign in. */
export async function mailAccount(scope: TenantScope, email: string): Promise<void> {
  const { name, subdomain } = await findOrganization(scope)
  await sendMail(scope, {
    to: email,
    subject: `You have an account at ${name}`,
    body: [
      line`Hello,`,
      line`the letter from ${name} is for the account that you already have. Sign in with this email address:`,
      link(scope.core.env, subdomain, '/auth'),
      line`If you did not expect this, there is nothing to do.`,
    ],
  })
}

/** Emails admins that a request waits, without its content. */
export async function mailAdmins(scope: TenantScope): Promise<void> {
  const admins = await listAdmins(scope)
  await sendMails(
    scope,
    admins.map(({ email, organization, subdomain }) => ({
      to: email,
      subject: `Someone asks for access to ${organization}`.slice(0, 200),
      body: [
        line`Hello,`,
        line`someone with an invitation letter asks for access to a student at ${organization}. Approve or decline the request:`,
        link(scope.core.env, subdomain, '/students'),
      ],
    })),
  )
}

/** Emails the person that a request was declined. */
export async function mailDeclined(scope: TenantScope, { email, firstName }: Asker, reason: string): Promise<void> {
  const { name } = await findOrganization(scope)
  await sendMail(scope, {
    to: email,
    subject: `Your request to ${name}`,
    body: [
      line`Hello ${firstName},`,
      line`${name} could not confirm your request, and declined it.`,
      ...(reason === '' ? [] : [line`Reason: ${reason}`]),
      line`If you think this is a mistake, please contact ${name}.`,
    ],
  })
}
