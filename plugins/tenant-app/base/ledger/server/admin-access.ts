import { z } from 'zod'
import type { Scope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { subscribe } from '#core/server/events/events.ts'
import { adminAccessGiven, type AdminAct } from '#core/server/identity/admin-access.ts'
import { line, link } from '#core/server/mail/body.ts'
import { sendMails } from '#core/server/mail/mail.ts'
import { selectAdmins } from './mails.ts'

const insertAdminAccess = statement(
  `insert into access_ledger (tenant_id, person_id, viewer_id, viewer_name, viewer_role, what, words, viewed_at)
    values ($tenantId, $userId, $viewerId, $viewerName, 'superadmin', 'admin-access', $words, $now)`,
)

const selectName = statement(
  z.object({ name: z.string() }),
  `select first_name || ' ' || last_name as name from users where tenant_id = $tenantId and id = $userId`,
)

/** Parts of the subject and of the sentence 'Grace of Trellis has just … Ada King … North Star'. */
const actTexts: Record<AdminAct, { subject: string; begin: string; end: string }> = {
  added: { subject: 'added an admin to', begin: 'made', end: ' an admin of' },
  activated: { subject: 'activated an admin of', begin: 'activated', end: ', an admin of' },
  'address-changed': {
    subject: 'changed the email address of an admin of',
    begin: 'changed the address with which',
    end: ' signs in as an admin of',
  },
  'password-reset': {
    subject: 'reset the password of an admin of',
    begin: 'reset the password of',
    end: ', an admin of',
  },
  'second-factor-reset': {
    subject: 'reset the two-step verification of an admin of',
    begin: 'reset the two-step verification of',
    end: ', an admin of',
  },
}

/**
 * Enters into the ledger that platform staff gave someone the power of an admin, and notifies the other admins. The reason
 * is in the ledger alone.
 */
export const recordAdminAccessGiven = subscribe(adminAccessGiven, {
  runs: 'within',
  run: async (scope, { tenantId, userId, act, words }) => {
    const { user } = scope.actor
    if (!user) throw new Error('Platform staff who give access are signed in')
    const entry = { tenantId, userId, viewerId: user.id, viewerName: user.name, words }
    await scope.rows(insertAdminAccess, { ...entry, now: scope.core.clock.now() })
    await mailOtherAdmins(scope, { tenantId, userId, act, viewerName: user.name })
  },
})

interface Given {
  tenantId: string
  userId: string
  act: AdminAct
  viewerName: string
}

async function mailOtherAdmins(scope: Scope, { tenantId, userId, act, viewerName }: Given): Promise<void> {
  const admins = await scope.rows(selectAdmins, { tenantId })
  const [person] = await scope.rows(selectName, { tenantId, userId })
  const { platformName, supportEmail } = await scope.core.settings.current()
  const { subject, begin, end } = actTexts[act]
  const name = person?.name ?? 'a user'
  // The person is mailed about the account itself, and is no one who could object.
  const others = admins.filter(({ id }) => id !== userId)
  await sendMails(
    scope,
    others.map(({ email, organization, subdomain }) => ({
      to: email,
      tenantId,
      subject: `${platformName} staff ${subject} ${organization}`,
      body: [
        line`Hello,`,
        line`${viewerName} of ${platformName} has just ${begin} ${name}${end} ${organization}.`,
        line`The act and its reason are in the ledger of your organization:`,
        link(scope.core.env, subdomain, '/org-settings?tab=access'),
        line`If you did not expect this, write to ${supportEmail}.`,
      ],
    })),
  )
}
