import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { line, link, type MailParagraph } from '#core/server/mail/body.ts'
import { sendMails, type NewMessage } from '#core/server/mail/mail.ts'
import { countText } from '#core/server/texts.ts'
import { listGuardiansToNotify } from '../../../base/families/server/children.ts'
import { absenceLink } from './absence-link.ts'
import { listAdmins } from '../../../base/ledger/server/emails.ts'
import type { Attendance } from '../../rosters/contract.ts'
import { meetingsOfSessions, unaccounted } from '../../rosters/server/reported.ts'
import { placesTaken } from '../../sessions/server/sessions.ts'
import { session } from '../../sessions/contract.ts'

const sessionPlace = session.pick({ name: true, location: true, startDate: true, endDate: true }).extend({
  organization: z.string(),
  subdomain: z.string(),
  zone: z.string(),
})
const columns = `s.name, s.location, s.start_date as "startDate", s.end_date as "endDate", t.name as organization,
  t.subdomain, t.time_zone as zone`

const selectAbsentChildren = statement(
  sessionPlace.extend({ meetingId: z.uuid(), studentId: z.uuid(), student: z.string() }),
  `select ${columns}, s.id as "meetingId", c.id as "studentId", c.first_name as student
    from unnest($meetingIds::uuid[], $studentIds::uuid[]) o (meeting_id, student_id)
      join (select m.tenant_id, m.id, x.name, x.location, m.starts_at as start_date, m.ends_at as end_date
        from session_meetings m join sessions x on x.tenant_id = m.tenant_id and x.id = m.session_id) s on s.id = o.meeting_id
      join students c on c.id = o.student_id join tenants t on t.id = s.tenant_id`,
)

interface Place {
  meetingId: string
  studentId: string
}

interface EmailTexts {
  subject: string
  body: (given: { student: string; name: string; organization: string }) => readonly MailParagraph[]
}

/** Sends an email to each guardian who gets notifications, for each child and day of a session. */
async function mailGuardians<P extends Place>(
  scope: TenantScope,
  places: readonly P[],
  write: (given: { student: string; name: string }, place: P) => EmailTexts,
): Promise<void> {
  if (places.length === 0) return
  const [meetingIds, studentIds] = [places.map(({ meetingId }) => meetingId), places.map(({ studentId }) => studentId)]
  const [found, guardians] = await Promise.all([
    scope.rows(selectAbsentChildren, { meetingIds, studentIds }),
    listGuardiansToNotify(scope, ...new Set(studentIds)),
  ])
  const placeOf = new Map(places.map((place) => [`${place.meetingId} ${place.studentId}`, place]))
  const guardiansOf = Map.groupBy(guardians, ({ studentId }) => studentId)
  const messages = found.flatMap((child) => {
    const place = placeOf.get(`${child.meetingId} ${child.studentId}`)
    if (!place) return []
    const { subject, body } = write(child, place)
    return (guardiansOf.get(child.studentId) ?? []).map((guardian) => ({
      to: guardian.email,
      subject: subject.slice(0, 200),
      body: [
        line`Hello ${guardian.name},`,
        ...body(child),
        timeAndPlaceOf(child),
        ...(absenceLink(scope, child.subdomain, guardian) ?? [
          link(scope.core.env, child.subdomain, `/parent-portal?child=${child.studentId}&at=sessions`),
        ]),
      ],
    }))
  })
  await sendInBatches(scope, messages)
}

/** Number of messages inserted by one statement. */
const BATCH_SIZE = 1000

async function sendInBatches(scope: TenantScope, messages: readonly NewMessage[]): Promise<void> {
  for (let start = 0; start < messages.length; start += BATCH_SIZE) {
    await sendMails(scope, messages.slice(start, start + BATCH_SIZE))
  }
}

function timeAndPlaceOf({ startDate, endDate, zone, location }: z.infer<typeof sessionPlace>) {
  const times = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone: zone })
  const when = times.formatRange(new Date(startDate), new Date(endDate))
  return [line`  ${when} (${zone})`, ...(location ? [line`  ${location}`] : [])]
}

/** Notifies guardians of unexplained absences. */
export function mailAbsences(scope: TenantScope, places: readonly Place[]): Promise<void> {
  return mailGuardians(scope, places, ({ student, name }) => ({
    subject: `${student} was marked absent from ${name}`,
    body: ({ organization }) => [
      line`${student} was marked absent from ${name}, and ${organization} does not know why. If you did not expect this, please get in touch with ${organization} at once.`,
      line`Absences that you know of can be reported beforehand.`,
    ],
  }))
}

/** Notifies guardians that an absence of which they were notified was corrected. */
export function mailCorrections(
  scope: TenantScope,
  places: readonly (Place & { attendance: Attendance | null })[],
): Promise<void> {
  return mailGuardians(scope, places, ({ student, name }, { attendance }) => ({
    subject:
      attendance === 'excused' ? `${student} is excused from ${name}` : `${student} was marked absent by mistake`,
    body: ({ organization }) => [
      attendance === 'excused'
        ? line`Earlier we wrote that ${student} was absent from ${name}. ${organization} has since marked ${student} as excused.`
        : line`Earlier we wrote that ${student} was absent from ${name}. ${student} was marked absent by mistake${attendance ? `, and is now marked as ${attendance}` : ''}.`,
    ],
  }))
}

const selectUntakenSessions = statement(
  sessionPlace.extend({
    id: z.uuid(),
    instructor: z.string().nullable(),
    email: z.string().nullable(),
    registered: z.number(),
    unmarked: z.number(),
  }),
  `select s.id, ${columns}, u.first_name || ' ' || u.last_name as instructor, u.email, ${placesTaken} as registered,
      (select count(*)::int ${unaccounted}) as unmarked
    from (select distinct on (m.id) m.* from ${meetingsOfSessions} m
        where m.id = any($sessionIds::uuid[]) and m.start_date <= $now order by m.id, m.start_date desc) s
      join tenants t on t.id = s.tenant_id
      left join users u on u.tenant_id = s.tenant_id and u.id = s.instructor_id and u.is_active
    order by s.start_date, s.id`,
)

/** Reminds the instructors of sessions whose attendance was not taken; for sessions without one, the admins. */
export async function mailReminders(scope: TenantScope, sessionIds: readonly string[]): Promise<void> {
  if (sessionIds.length === 0) return
  const [found, admins] = await Promise.all([
    scope.rows(selectUntakenSessions, { sessionIds, now: scope.core.clock.now() }),
    listAdmins(scope),
  ])
  await sendInBatches(
    scope,
    found.flatMap((untaken) => {
      const { id, name, instructor, email, registered, unmarked, subdomain } = untaken
      const readers = email === null ? admins.map((admin) => admin.email) : [email]
      return readers.map((to) => ({
        to,
        subject: `Attendance of ${name} is not taken`.slice(0, 200),
        body: [
          email === null ? line`Hello,` : line`Hello ${instructor ?? ''},`,
          line`${name} has begun, and ${unmarked} of ${countText(registered, 'student')} ${unmarked === 1 ? 'is' : 'are'} not marked yet.`,
          timeAndPlaceOf(untaken),
          line`It takes a minute:`,
          link(scope.core.env, subdomain, `/sessions/${id}?tab=attendance`),
        ],
      }))
    }),
  )
}
