import { z } from 'zod'
import type { Role } from '#core/contract/roles.ts'
import type { Scope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { subscribe } from '#core/server/events/events.ts'
import { adminAccessGiven, type AdminAct } from '#core/server/identity/admin-access.ts'
import { line, link } from '#core/server/mail/body.ts'
import { sendMails } from '#core/server/mail/mail.ts'
import { selectAdmins } from './emails.ts'

const insertAdminAccess = statement(
  `insert into access_ledger (tenant_id, person_id, viewer_id, viewer_name, viewer_role, what, words, viewed_at)
    values ($tenantId, $userId, $viewerId, $viewerName, 'superadmin', 'admin-access', $words, $now)`,
)

const selectName = statement(
  z.object({ name: z.string() }),
  `select first_name || ' ' || last_name as name from users where tenant_id = $tenantId and id = $userId`,
)

/** Action in the subject '… has … an admin of North Star', and in the sentence of the email. */
const actTexts: Record<AdminAct, string> = {
  added: 'added',
  activated: 'activated',
  'address-changed': 'changed the email address of',
  'password-reset': 'reset the password of',
  'second-factor-reset': 'reset the two-step verification of',
}

const roleTexts: Record<Role, string> = {
  superadmin: 'a super admin',
  tenant_admin: 'an admin',
  instructor: 'an instructor',
  parent: 'a parent or guardian',
  student: 'a student',
}

/**
 * Records that platform staff gave a user access or moved it, and notifies the other admins. Only the ledger contains the
 * reason.
 */
export const recordAdminAccessGiven = subscribe(adminAccessGiven, {
  runs: 'within',
  run: async (scope, { tenantId, userId, role, act, words }) => {
    const { user } = scope.actor
    if (!user) throw new Error('Platform staff who give access are signed in')
    const entry = { tenantId, userId, viewerId: user.id, viewerName: user.name, words }
    await scope.rows(insertAdminAccess, { ...entry, now: scope.core.clock.now() })
    await mailOtherAdmins(scope, { tenantId, userId, role, act, viewerName: user.name })
  },
})

interface Given {
  tenantId: string
  userId: string
  role: Role
  act: AdminAct
  viewerName: string
}

async function mailOtherAdmins(scope: Scope, { tenantId, userId, role, act, viewerName }: Given): Promise<void> {
  const admins = await scope.rows(selectAdmins, { tenantId })
  const [person] = await scope.rows(selectName, { tenantId, userId })
  const { platformName, supportEmail } = await scope.core.settings.current()
  const [did, as] = [actTexts[act], roleTexts[role]]
  const name = person?.name ?? 'a user'
  // The new admin gets an email about the account itself, and could not object.
  const others = admins.filter(({ id }) => id !== userId)
  await sendMails(
    scope,
    others.map(({ email, organization, subdomain }) => ({
      to: email,
      tenantId,
      subject: `${platformName} staff ${did} ${as} of ${organization}`,
      body: [
        line`Hello,`,
        line`${viewerName} of ${platformName} has just ${did} ${name}, ${as} of ${organization}.`,
        line`The act and its reason are in the ledger of your organization:`,
        link(scope.core.env, subdomain, '/org-settings?tab=access'),
        line`If you did not expect this, write to ${supportEmail}.`,
      ],
    })),
  )
}
