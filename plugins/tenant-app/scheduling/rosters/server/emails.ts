import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { line, link } from '#core/server/mail/body.ts'
import { sendMails } from '#core/server/mail/mail.ts'
import { listGuardiansToNotify } from '../../../base/families/server/children.ts'
import { familyLinkToken } from '../../../base/families/server/family-links.ts'
import { session } from '../../sessions/contract.ts'

const selectGivenPlaces = statement(
  session.pick({ name: true, location: true, startDate: true, endDate: true }).extend({
    studentId: z.uuid(),
    student: z.string(),
    organization: z.string(),
    subdomain: z.string(),
    zone: z.string(),
  }),
  `select s.name, s.location, s.start_date as "startDate", s.end_date as "endDate", p.student_id as "studentId",
      c.first_name as student, t.name as organization, t.subdomain, t.time_zone as zone
    from session_participants p join sessions s on s.tenant_id = p.tenant_id and s.id = p.session_id
      join students c on c.tenant_id = p.tenant_id and c.id = p.student_id join tenants t on t.id = p.tenant_id
    where p.session_id = $sessionId and p.student_id = any($studentIds::uuid[]) and p.status = 'registered'`,
)

/** Notifies guardians of waitlisted students who got a place, unless they have lost it again since. */
export async function mailPlacesGiven(
  scope: TenantScope,
  { sessionId, studentIds }: { sessionId: string; studentIds: readonly string[] },
): Promise<void> {
  const [children, guardians] = await Promise.all([
    scope.rows(selectGivenPlaces, { sessionId, studentIds }),
    listGuardiansToNotify(scope, ...studentIds),
  ])
  const childOf = new Map(children.map((child) => [child.studentId, child]))
  const messages = guardians.flatMap(({ studentId, ...guardian }) => {
    const child = childOf.get(studentId)
    return child ? [{ guardian, child }] : []
  })
  await sendMails(
    scope,
    messages.map(({ guardian, child: { studentId, student, organization, subdomain, zone, ...given } }) => {
      const times = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone: zone })
      const when = times.formatRange(new Date(given.startDate), new Date(given.endDate))
      const isByLink = guardian.maySee && !guardian.hasAccount
      const place = { purpose: 'place', guardianId: guardian.id, studentId, sessionId } as const
      return {
        to: guardian.email,
        subject: `${student} has a spot in ${given.name}`,
        body: [
          line`Hello ${guardian.name},`,
          line`${student} was on the waitlist for ${given.name} at ${organization} and now has a spot.`,
          [line`  ${when} (${zone})`, ...(given.location ? [line`  ${given.location}`] : [])],
          ...(isByLink
            ? [
                line`Please say whether ${student} will come. If not, the spot goes to the next student on the waitlist. You need no account; this link works for 14 days:`,
                link(scope.core.env, subdomain, '/place', familyLinkToken(scope.core, place)),
              ]
            : [
                line`Please say in the parent portal whether ${student} will come. If not, the spot goes to the next student on the waitlist.`,
                link(scope.core.env, subdomain, `/parent-portal?child=${studentId}&at=sessions`),
              ]),
        ],
      }
    }),
  )
}
