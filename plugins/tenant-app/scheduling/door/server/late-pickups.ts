import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { lookForOrganizations } from '#core/server/jobs/organizations-due.ts'
import { line, link } from '#core/server/mail/body.ts'
import { sendMails, type NewMessage } from '#core/server/mail/mail.ts'
import { countText } from '#core/server/texts.ts'
import { listAdmins } from '../../../base/ledger/server/emails.ts'
import { getDoorSettings } from '../../door-settings/server/settings.ts'
import { leaderOfMeeting } from '../../../base/people/server/meeting-instructors.ts'
import { lastEvents } from '../../sessions/server/standing-events.ts'

/** Minutes after the end after which admins are emailed, and after which they get the organization's own text. */
const LATE_MINUTES = 15
const VERY_LATE_MINUTES = 30

/**
 * Meetings of the last day with children who are still here, and the alert that is due and was not sent. Minutes are counted
 * from the end of the meeting; no alert is due before the grace is over.
 */
const due = `(select l.tenant_id, l.session_id, l.meeting_id, k.kind, count(*)::int as children,
    string_agg(c.first_name || ' ' || c.last_name, ', ' order by c.last_name, c.first_name) as names
  from ${lastEvents(`d.at > $now::timestamptz - interval '2 days'`)} l
    join session_meetings m on m.tenant_id = l.tenant_id and m.id = l.meeting_id
    join students c on c.tenant_id = l.tenant_id and c.id = l.student_id
    left join door_settings s on s.tenant_id = l.tenant_id
    cross join (values ('late', ${LATE_MINUTES}), ('still-here', ${VERY_LATE_MINUTES})) k (kind, minutes)
  where l.kind = 'in' and m.ends_at > $now::timestamptz - interval '1 day'
    and m.ends_at + make_interval(mins => greatest(coalesce(s.grace_minutes, 10), k.minutes)) <= $now::timestamptz
    and not exists (select from door_alerts a
      where a.tenant_id = l.tenant_id and a.meeting_id = l.meeting_id and a.kind = k.kind)
  group by l.tenant_id, l.session_id, l.meeting_id, k.kind)`

const selectDue = statement(
  z.object({
    sessionId: z.uuid(),
    meetingId: z.uuid(),
    kind: z.enum(['late', 'still-here']),
    children: z.number(),
    names: z.string(),
    session: z.string(),
    location: z.string(),
    instructorEmail: z.string().nullable(),
  }),
  `select o.session_id as "sessionId", o.meeting_id as "meetingId", o.kind, o.children, o.names, s.name as session,
      s.location, u.email as "instructorEmail"
    from ${due} o join sessions s on s.tenant_id = o.tenant_id and s.id = o.session_id
      join session_meetings m on m.tenant_id = o.tenant_id and m.id = o.meeting_id
      left join users u on u.tenant_id = s.tenant_id and u.id = ${leaderOfMeeting} and u.is_active
    where o.tenant_id = $tenantId order by o.meeting_id, o.kind`,
)

const insertAlert = statement(
  z.object({ id: z.uuid() }),
  `insert into door_alerts (meeting_id, kind, at) values ($meetingId, $kind, $now)
    on conflict (tenant_id, meeting_id, kind) do nothing returning id`,
)

/**
 * Emails admins a quarter of an hour after the end of a meeting of which children are still here, and again after half an
 * hour, to the instructor who leads that day as well, with the organization's own text of what to do. Each once for a
 * meeting; where both are due at once, the second alone.
 */
export async function alertLatePickups(scope: TenantScope): Promise<void> {
  const { tenantId } = scope
  const now = scope.core.clock.now()
  const found = await scope.rows(selectDue, { tenantId, now })
  if (found.length === 0) return
  const [{ lateText }, admins] = [await getDoorSettings(scope), await listAdmins(scope)]
  const veryLate = new Set(found.filter(({ kind }) => kind === 'still-here').map(({ meetingId }) => meetingId))
  for (const { meetingId, kind, sessionId, children, names, session, location, instructorEmail } of found) {
    const [added] = await scope.rows(insertAlert, { meetingId, kind, now })
    const isVeryLate = kind === 'still-here'
    if (!added || (!isVeryLate && veryLate.has(meetingId))) continue
    const to = new Set([
      ...admins.map(({ email }) => email),
      ...(isVeryLate && instructorEmail !== null ? [instructorEmail] : []),
    ])
    const [{ subdomain } = { subdomain: '' }] = admins
    const body = [
      line`Hello,`,
      line`${countText(children, 'child', 'children')} should have been picked up from ${session} and ${children === 1 ? 'is' : 'are'} still here: ${names}.`,
      ...(location ? [line`Place: ${location}`] : []),
      ...(isVeryLate && lateText !== '' ? lateText.split('\n').map((text) => line`${text}`) : []),
      line`Calls are logged at the door:`,
      link(scope.core.env, subdomain, `/sessions/${sessionId}/door`),
    ]
    const subject = `Still here after ${session}: ${children}`.slice(0, 200)
    await sendMails(
      scope,
      [...to].map((address): NewMessage => ({ to: address, subject, body })),
    )
  }
}

export const sendLateAlerts = defineJob({
  name: 'tenant-app.send-late-alerts',
  scope: 'tenant',
  payload: z.object({}),
  run: alertLatePickups,
})

/** Every minute: organizations with children who are still here and of whom no one was emailed. */
export const lookForLatePickups = lookForOrganizations({
  name: 'tenant-app.look-for-late-pickups',
  cron: '* * * * *',
  select: statement(
    z.object({ tenantId: z.uuid() }),
    `select distinct o.tenant_id as "tenantId" from ${due} o join tenants t on t.id = o.tenant_id
      where t.status in ('active', 'trial')`,
  ),
  job: sendLateAlerts,
  payloadOf: () => ({}),
})
