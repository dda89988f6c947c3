import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { statement, type Statement } from '#core/server/database/statement.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { lookForOrganizations } from '#core/server/jobs/organizations-due.ts'
import { line, link } from '#core/server/mail/body.ts'
import { sendMails } from '#core/server/mail/mail.ts'
import { countText, longDate } from '#core/server/texts.ts'
import { NOTICE_DAYS, retainedKinds, retentionBounds, type RetainedKind } from '../retention-contract.ts'
import { defaultRetention } from './retention.ts'

// Three months early, since a removal is announced up to 61 days ahead.
const EARLIEST_DUE = `$now::timestamptz - interval '${retentionBounds.attendanceMonths.min - 3} months'`

const selectOrganizations = statement(
  z.object({ tenantId: z.uuid() }),
  `select t.id as "tenantId" from tenants t
    where exists (select from students s where s.tenant_id = t.id and s.left_at is not null)
      or exists (select from sessions s where s.tenant_id = t.id and s.start_date < ${EARLIEST_DUE})
      or exists (select from absence_reports a where a.tenant_id = t.id and a.to_day < ${EARLIEST_DUE})
    order by t.id`,
)

/** Runs retention for one organization. Across runs and nodes each removal is announced and performed once. */
export const applyRetention = defineJob({
  name: 'tenant-app.retain',
  scope: 'platform',
  payload: z.object({ organizationId: z.uuid() }),
  run: async (scope, { organizationId: tenantId }) => {
    await scope.rows(lock, { tenantId })
    await removeDue(scope, tenantId)
    for (const kind of retainedKinds) await announce(scope, tenantId, kind)
  },
})

/** Runs nightly, in the organization's zone: performs announced removals on their day, and announces the next ones. */
export const lookForRetention = lookForOrganizations({
  name: 'tenant-app.retention',
  cron: '23 9 * * *',
  select: selectOrganizations,
  job: applyRetention,
  payloadOf: ({ tenantId }) => ({ organizationId: tenantId }),
})

const lock = statement(`select pg_advisory_xact_lock(hashtextextended('tenant-app.retention:' || $tenantId, 0))`)

const months: Record<RetainedKind, string> = {
  health: `coalesce((select health_months from retention_settings where tenant_id = $tenantId), ${defaultRetention.healthMonths})`,
  consents: `coalesce((select consent_months from retention_settings where tenant_id = $tenantId), ${defaultRetention.consentMonths})`,
  attendance: `coalesce((select attendance_months from retention_settings where tenant_id = $tenantId), ${defaultRetention.attendanceMonths})`,
}

const zone = '(select time_zone from tenants where id = $tenantId)'
const today = `($now::timestamptz at time zone ${zone})::date`

/** First day of a month that leaves time for the notice. */
const nextDay = `date_trunc('month', ${today} + ${NOTICE_DAYS} + interval '1 month' - interval '1 day')::date`

/** Day by which data must have been stored for a number of months to be removed. */
interface Reckoning {
  day: string
  months: string
}

const toAnnounce = (kind: RetainedKind): Reckoning => ({ day: nextDay, months: months[kind] })

/** Reckoning of the removal in progress. A shorter time set after the announcement takes no more than was announced. */
const announcedReckoning = (kind: RetainedKind): Reckoning => ({
  day: '(select due_on from retention_removals where id = $id)',
  months: `greatest((select months from retention_removals where id = $id), ${months[kind]})`,
})

/** True where the retention period, counted from a day, is over. */
const isDayOver = (day: string, by: Reckoning) => `${day} + make_interval(months => ${by.months}) <= ${by.day}`

/** True where the retention period, counted from an instant, is over. */
const isOver = (moment: string, by: Reckoning) => isDayOver(`(${moment} at time zone ${zone})::date`, by)

const isFree = (student: string) =>
  `not exists (select from retention_holds h where h.tenant_id = $tenantId and h.student_id = ${student})`

const tablesOf = {
  health: ['student_health', 'health_conditions', 'health_proposals'],
  consents: ['consent_answers', 'consent_requests', 'consent_students'],
} as const

/** Queries of the ids of students whose data is due for removal on a day. */
const dueStudentsQuery: Record<RetainedKind, (by: Reckoning) => string> = {
  health: (by) => leftStudentsQuery('health', by),
  consents: (by) => leftStudentsQuery('consents', by),
  attendance: (by) => `select p.student_id as id from session_participants p
      join sessions s on s.tenant_id = p.tenant_id and s.id = p.session_id
    where p.tenant_id = $tenantId and ${isOver('s.start_date', by)} and ${isFree('p.student_id')}
    union select a.student_id from absence_reports a
    where ${isOldAbsence('a', by)} and ${isFree('a.student_id')}`,
}

/** Selects absences reported by day that are old enough, where the student has no session on these days. */
function isOldAbsence(report: string, by: Reckoning): string {
  return `${report}.tenant_id = $tenantId and ${report}.session_id is null and ${isDayOver(`${report}.to_day`, by)}`
}

function leftStudentsQuery(kind: 'health' | 'consents', by: Reckoning): string {
  const has = tablesOf[kind].map(
    (table) => `exists (select from ${table} d where d.tenant_id = s.tenant_id and d.student_id = s.id)`,
  )
  return `select s.id from students s
    where s.tenant_id = $tenantId and s.left_at is not null and ${isOver('s.left_at', by)}
      and (${has.join(' or ')}) and ${isFree('s.id')}`
}

const announcedRemoval = z.object({ dueOn: z.string(), students: z.number() })

const insertRemovals = forEachKind((kind) =>
  statement(
    announcedRemoval,
    `insert into retention_removals (tenant_id, kind, due_on, months, student_ids, announced_at)
      select $tenantId, '${kind}', ${nextDay}, ${months[kind]}, array_agg(id), $now from (${dueStudentsQuery[kind](toAnnounce(kind))}) f
        where not exists (select from retention_removals r where r.tenant_id = $tenantId and r.kind = '${kind}'
          and r.done_at is null and f.id = any (r.student_ids))
        having count(*) > 0
      on conflict (tenant_id, kind, due_on) do nothing
      returning due_on as "dueOn", cardinality(student_ids) as students`,
  ),
)

function forEachKind<Made>(make: (kind: RetainedKind) => Made): Record<RetainedKind, Made> {
  return { health: make('health'), consents: make('consents'), attendance: make('attendance') }
}

const retainedLabels: Record<RetainedKind, string> = {
  health: 'health data',
  consents: 'consents',
  attendance: 'attendance',
}

const selectAdmins = statement(
  z.object({ email: z.string(), organization: z.string(), subdomain: z.string() }),
  `select u.email, t.name as organization, t.subdomain from users u join tenants t on t.id = u.tenant_id
    where u.tenant_id = $tenantId and u.role = 'tenant_admin' and u.is_active and u.email is not null order by u.id`,
)

async function announce(scope: PlatformScope, tenantId: string, kind: RetainedKind): Promise<void> {
  const [found] = await scope.rows(insertRemovals[kind], { tenantId, now: scope.core.clock.now() })
  if (!found) return
  const what = `${retainedLabels[kind]} of ${countText(found.students, 'student')}`
  const day = longDate(found.dueOn)
  await sendMails(
    scope,
    (await scope.rows(selectAdmins, { tenantId })).map(({ email, organization, subdomain }) => ({
      to: email,
      tenantId,
      subject: `On ${day}, ${what} will be removed`,
      body: [
        line`Hello,`,
        line`On ${day}, ${organization} removes ${what}, whose time is over by its settings.`,
        line`See whose, and keep what is still needed, with a reason:`,
        link(scope.core.env, subdomain, '/org-settings?tab=data'),
      ],
    })),
  )
}

const selectDueRemovals = statement(
  z.object({ id: z.uuid(), kind: z.enum(retainedKinds) }),
  `select id, kind from retention_removals
    where tenant_id = $tenantId and done_at is null and due_on <= ${today} order by due_on, kind`,
)

/** Selects announced students who are still due. */
const removalStudentsQuery = (kind: RetainedKind) =>
  `select r.id from unnest((select student_ids from retention_removals where id = $id)) r (id)
    where r.id in (${dueStudentsQuery[kind](announcedReckoning(kind))})`

/** Statements that remove, in order. */
const removeStatements = forEachKind((kind): Statement<object>[] => {
  const gone = removalStudentsQuery(kind)
  if (kind === 'attendance') return attendanceStatements(gone)
  return tablesOf[kind].map((table) =>
    statement(`delete from ${table} where tenant_id = $tenantId and student_id in (${gone})`),
  )
})

function attendanceStatements(gone: string): Statement<object>[] {
  const sessions = `select s.id from sessions s where s.tenant_id = $tenantId
    and ${isOver('s.start_date', announcedReckoning('attendance'))}`
  const rows = `tenant_id = $tenantId and session_id in (${sessions}) and student_id in (${gone})`
  return [
    ...[
      'roll_call_marks',
      'roll_call_children',
      'door_calls',
      'door_events',
      'meeting_attendance',
      'attendance_marks',
      'held_marks',
      'held_door_entries',
      'point_awards',
      'absence_notices',
      'absence_reports',
    ].map((table) => statement(`delete from ${table} where ${rows}`)),
    // Absences by day, without a session.
    statement(
      `delete from absence_reports a where ${isOldAbsence('a', announcedReckoning('attendance'))} and a.student_id in (${gone})`,
    ),
    // Last, since these rows identify the students of the others.
    statement(
      `with gone as (delete from session_participants where ${rows} returning session_id, attendance)
        insert into attendance_counts (tenant_id, session_id, attendance, students)
          select $tenantId, session_id, coalesce(attendance, 'unmarked'), count(*) from gone group by 2, 3
          on conflict (tenant_id, session_id, attendance) do update
            set students = attendance_counts.students + excluded.students`,
    ),
  ]
}

const goingOf = forEachKind((kind) =>
  statement(z.object({ students: z.number() }), `select count(*) as students from (${removalStudentsQuery(kind)}) g`),
)

const updateRemovalDone = statement(
  `update retention_removals set done_at = $now, removed = $removed, student_ids = '{}' where id = $id`,
)

async function removeDue(scope: PlatformScope, tenantId: string): Promise<void> {
  const now = scope.core.clock.now()
  for (const { id, kind } of await scope.rows(selectDueRemovals, { tenantId, now })) {
    const [going] = await scope.rows(goingOf[kind], { tenantId, id })
    for (const one of removeStatements[kind]) await scope.rows(one, { tenantId, id, now })
    const removed = going?.students ?? 0
    await scope.rows(updateRemovalDone, { id, removed, now })
    await record(scope, {
      action: 'retention.removed',
      category: 'security',
      severity: 'warning',
      description: `Removed ${retainedLabels[kind]} of ${countText(removed, 'student')}, whose time was over`,
      resource: 'tenant',
      resourceId: tenantId,
      tenantId,
      metadata: { kind, students: removed },
    })
  }
}
