import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { line, link } from '#core/server/mail/body.ts'
import { sendMails } from '#core/server/mail/mail.ts'
import { listGuardiansToNotify } from '../../../base/families/server/children.ts'
import { absenceLink } from './absence-link.ts'

const selectRegisteredChildren = statement(
  z.object({
    studentId: z.uuid(),
    student: z.string(),
    location: z.string(),
    organization: z.string(),
    subdomain: z.string(),
    zone: z.string(),
  }),
  `select p.student_id as "studentId", c.first_name as student, s.location, t.name as organization, t.subdomain,
      t.time_zone as zone
    from session_participants p join sessions s on s.tenant_id = p.tenant_id and s.id = p.session_id
      join students c on c.tenant_id = p.tenant_id and c.id = p.student_id join tenants t on t.id = p.tenant_id
    where p.session_id = $sessionId and p.status = 'registered' and s.status <> 'cancelled'`,
)

/** Number of messages inserted by one statement. */
const BATCH_SIZE = 1000

interface ChangedDay {
  sessionId: string
  name: string
  kind: 'added' | 'moved' | 'cancelled' | 'restored' | 'staffed'
  isAhead: boolean
  startsAt: string
  endsAt: string
  previousStart: string | null
  previousEnd: string | null
}

/** Notifies guardians of registered students of a future day that was added, moved or canceled while the session goes on. */
export async function mailChangedDay(scope: TenantScope, change: ChangedDay): Promise<void> {
  const { sessionId, kind, isAhead } = change
  if (!isAhead || kind === 'staffed') return
  const children = await scope.rows(selectRegisteredChildren, { sessionId })
  if (children.length === 0) return
  const guardians = await listGuardiansToNotify(scope, ...children.map(({ studentId }) => studentId))
  const childOf = new Map(children.map((child) => [child.studentId, child]))
  const messages = guardians.flatMap((guardian) => {
    const { studentId, name, email } = guardian
    const child = childOf.get(studentId)
    if (!child) return []
    const { student, location, organization, subdomain, zone } = child
    const { subject, news } = describe(change, zone)
    const times = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone: zone })
    const when = (start: string, end: string) => times.formatRange(new Date(start), new Date(end))
    return [
      {
        to: email,
        subject: subject.slice(0, 200),
        body: [
          line`Hello ${name},`,
          line`${organization} ${news} ${student} is registered for this session.`,
          [
            line`  ${when(change.startsAt, change.endsAt)} (${zone})`,
            ...(kind === 'moved' && change.previousStart && change.previousEnd
              ? [line`  Before: ${when(change.previousStart, change.previousEnd)}`]
              : []),
            ...(location ? [line`  ${location}`] : []),
          ],
          line`${kind === 'cancelled' ? 'The other days take place as planned.' : 'The other days stay as they are.'}`,
          ...(absenceLink(scope, subdomain, guardian) ?? [link(scope.core.env, subdomain, '/calendar')]),
        ],
      },
    ]
  })
  for (let start = 0; start < messages.length; start += BATCH_SIZE) {
    await sendMails(scope, messages.slice(start, start + BATCH_SIZE))
  }
}

function describe(
  { kind, name, startsAt, previousStart }: ChangedDay,
  timeZone: string,
): { subject: string; news: string } {
  const days = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone })
  const day = days.format(new Date(previousStart ?? startsAt))
  switch (kind) {
    case 'cancelled':
      return { subject: `${name} on ${day} is canceled`, news: `has canceled ${name} on ${day}.` }
    case 'added':
      return { subject: `${name} also takes place on ${day}`, news: `has added a day to ${name}: ${day}.` }
    case 'restored':
      return { subject: `${name} on ${day} takes place after all`, news: `has restored ${name} on ${day}.` }
    default:
      return { subject: `${name} on ${day} has a new time`, news: `has changed the time of ${name} on ${day}.` }
  }
}
