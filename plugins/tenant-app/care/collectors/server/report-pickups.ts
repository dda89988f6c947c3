import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { line, link } from '#core/server/mail/body.ts'
import { sendMails, type NewMessage } from '#core/server/mail/mail.ts'
import { listGuardiansToNotify } from '../../../base/families/server/children.ts'
import { listAdmins } from '../../../base/ledger/server/emails.ts'

/** A release that families and admins do not expect. */
export interface UnusualPickup {
  /**
   * Kind of pickup: by a barred person, which an admin overrode; by an adult on no list; or that, but recorded by a device
   * without a connection, which admins are notified of apart.
   */
  kind: 'overridden' | 'other-adult' | 'other-adult-fact'
  sessionId: string
  studentId: string
  /** First name of the child. */
  student: string
  collectedBy: string
  /** Time of leaving; null where staff entered none, so that the time of the record applies. */
  leftAt: string | null
}

const selectPlace = statement(
  z.object({ organization: z.string(), subdomain: z.string(), zone: z.string(), session: z.string() }),
  `select t.name as organization, t.subdomain, t.time_zone as zone, s.name as session
    from sessions s join tenants t on t.id = s.tenant_id where s.tenant_id = $tenantId and s.id = $sessionId`,
)

/**
 * Emails every admin of the organization and, for a pickup by another adult, the child's guardians who get notifications. Only
 * the attendance log contains the reason.
 */
export async function reportPickups(scope: TenantScope, pickups: readonly UnusualPickup[]): Promise<void> {
  const [first] = pickups
  if (!first) return
  const { tenantId } = scope
  const ofOther = pickups.filter(({ kind }) => kind !== 'overridden').map(({ studentId }) => studentId)
  const [[place], admins, guardians] = await Promise.all([
    scope.rows(selectPlace, { tenantId, sessionId: first.sessionId }),
    listAdmins(scope),
    listGuardiansToNotify(scope, ...ofOther),
  ])
  if (!place) return
  const by = scope.actor.user?.name ?? 'a staff member'
  const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: place.zone })
  const messages = pickups.flatMap(({ kind, sessionId, studentId, student, collectedBy, leftAt }): NewMessage[] => {
    const at = time.format(leftAt === null ? scope.core.clock.now() : new Date(leftAt))
    const who = kind === 'overridden' ? 'who may not pick up this child' : 'not on the list of authorized people'
    const messageTo = (to: string, name: string, path: `/${string}`): NewMessage => ({
      to,
      subject: `${student} was picked up by ${collectedBy}`.slice(0, 200),
      body: [
        line`Hello${name},`,
        line`${student} was picked up from ${place.session} at ${at} by ${collectedBy} (${who}), released by ${by}.`,
        line`Who it was and why ${student} was released is saved with the attendance record:`,
        link(scope.core.env, place.subdomain, path),
        line`If you did not expect this, call ${place.organization} at once.`,
      ],
    })
    return [
      ...(kind === 'other-adult-fact' ? [] : admins).map(({ email }) =>
        messageTo(email, '', `/sessions/${sessionId}?tab=attendance`),
      ),
      ...(kind === 'overridden' ? [] : guardians)
        .filter((guardian) => guardian.studentId === studentId)
        .map(({ name, email }) => messageTo(email, ` ${name}`, `/parent-portal?child=${studentId}&tab=schedule`)),
    ]
  })
  await sendMails(scope, messages)
}
