import { z } from 'zod'
import type { PlatformScope, TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { attendance } from '../../rosters/contract.ts'
import { reportedPlaces, unexplainedAbsences, untakenSessions } from './due.ts'
import { mailAbsences, mailCorrections, mailReminders } from './emails.ts'

const absentStudent = z.object({ meetingId: z.uuid(), studentId: z.uuid() })

const place = z.object({ id: z.uuid() })

// Locks places before reading due notices, in the order of `markAttendance`: a statement that waits for a lock still reads the
// earlier attendance, and would enter a second record, or notify of an absence that was just corrected.
const lockUnexplained = statement(
  place,
  `select p.id ${unexplainedAbsences} order by p.student_id, p.session_id for update of p`,
)

const lockReported = statement(
  place,
  `select p.id ${reportedPlaces} order by p.student_id, p.session_id for update of p`,
)

// Saved in the transaction that emails: families are notified once, however often and on however many nodes this runs.
const insertAbsenceNotices = statement(
  absentStudent,
  `insert into absence_notices (session_id, meeting_id, student_id, number, told_at)
      select m.session_id, m.meeting_id, m.student_id, m.number, $now ${unexplainedAbsences}
        and p.id = any($places::uuid[])
    on conflict (tenant_id, session_id, student_id, number) do nothing
    returning meeting_id as "meetingId", student_id as "studentId"`,
)

const insertReminders = statement(
  z.object({ sessionId: z.uuid() }),
  `insert into attendance_reminders (session_id, start_date, reminded_at)
      select s.id, s.start_date, $now ${untakenSessions}
    on conflict (tenant_id, session_id, start_date) do nothing returning session_id as "sessionId"`,
)

/** Enters the family's report where no instructor took attendance by then. */
const insertReportedMarks = statement(
  `with due as (
      select p.session_id, s.meeting_id, p.student_id, r.reported_by, r.reported_by_name, r.reason,
          p.attendance_number + (row_number() over (partition by p.id order by s.start_date))::int as number ${reportedPlaces}
          and p.id = any($places::uuid[])
    ), logged as (
      insert into attendance_marks (session_id, meeting_id, student_id, number, mark, note, source, marked_by, marked_by_name, marked_at)
        select session_id, meeting_id, student_id, number, 'excused', reason, 'family', reported_by, reported_by_name, $now from due
    )
    update session_participants p set attendance = 'excused', attendance_number = due.number
      from (select session_id, student_id, max(number) as number from due group by session_id, student_id) due
      where p.session_id = due.session_id and p.student_id = due.student_id`,
)

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

async function sendNotices(scope: TenantScope): Promise<void> {
  const now = scope.core.clock.now()
  const reported = await scope.rows(lockReported, { now })
  await scope.rows(insertReportedMarks, { now, places: idsOf(reported) })
  const absent = await scope.rows(lockUnexplained, { now })
  await mailAbsences(scope, await scope.rows(insertAbsenceNotices, { now, places: idsOf(absent) }))
  const reminded = await scope.rows(insertReminders, { now })
  await mailReminders(
    scope,
    reminded.map(({ sessionId }) => sessionId),
  )
}

/** Notifies an organization's families of absences, and its instructors of attendance that was not taken. */
export const sendAttendanceNotices = defineJob({
  name: 'tenant-app.tell-of-attendance',
  scope: 'tenant',
  payload: z.object({}),
  run: sendNotices,
})

// Skips suspended organizations: each would get a job every minute, which would wait.
const selectDueOrganizations = statement(
  z.object({ id: z.uuid() }),
  `select t.id from tenants t where t.status in ('active', 'trial') and t.id in (
      select m.tenant_id ${unexplainedAbsences}
      union select s.tenant_id ${untakenSessions}
      union select s.tenant_id ${reportedPlaces}
    ) order by t.id`,
)

async function sendNoticeJobs(scope: PlatformScope): Promise<void> {
  for (const { id } of await scope.rows(selectDueOrganizations, { now: scope.core.clock.now() })) {
    await scope.core.jobs.send(scope, sendAttendanceNotices, {}, { tenantId: id })
  }
}

/** Sends a job every minute to each organization with due notices. */
export const lookForNotices = defineJob({
  name: 'tenant-app.look-at-attendance',
  scope: 'platform',
  payload: z.object({}),
  schedule: { cron: '* * * * *', tz: 'UTC' },
  run: sendNoticeJobs,
})

const updateCorrected = statement(
  absentStudent.extend({ attendance: attendance.nullable() }),
  `update absence_notices n set corrected_at = $now from meeting_attendance p
    where n.session_id = $sessionId and n.student_id = any($studentIds::uuid[]) and n.corrected_at is null
      and p.tenant_id = n.tenant_id and p.meeting_id = n.meeting_id and p.student_id = n.student_id
      and p.mark is distinct from 'absent'
    returning n.meeting_id as "meetingId", n.student_id as "studentId", p.mark as attendance`,
)

/** Notifies families who were notified of an absence that it was corrected. Others get no email. */
export async function mailCorrectedAbsences(
  scope: TenantScope,
  { sessionId, studentIds }: { sessionId: string; studentIds: readonly string[] },
): Promise<void> {
  await mailCorrections(
    scope,
    await scope.rows(updateCorrected, { sessionId, studentIds, now: scope.core.clock.now() }),
  )
}
