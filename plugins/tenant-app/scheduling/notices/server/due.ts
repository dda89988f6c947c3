import { isSample } from '../../../shared/server/sample.ts'
import { meetingsOfSessions, reportOf, unaccounted } from '../../rosters/server/reported.ts'

const withSettings = (row: string) => `left join attendance_settings g on g.tenant_id = ${row}.tenant_id`

/**
 * Unexplained absences: records `m` older than the organization's minutes, in meetings `s` that have begun, about which
 * families were not notified yet. Records made a day after the session, or not notified for a day, are skipped as outdated.
 */
export const unexplainedAbsences = `from attendance_marks m
    join session_participants p on p.tenant_id = m.tenant_id and p.session_id = m.session_id
      and p.student_id = m.student_id and p.status = 'registered'
    join meeting_attendance v on v.tenant_id = m.tenant_id and v.meeting_id = m.meeting_id
      and v.student_id = m.student_id and v.number = m.number
    join ${meetingsOfSessions} s on s.tenant_id = m.tenant_id and s.meeting_id = m.meeting_id
    ${withSettings('m')} left join ${reportOf('s')}
  where m.mark = 'absent' and m.marked_at > $now::timestamptz - interval '1 day'
    and greatest(m.marked_at, s.start_date) <= $now::timestamptz - make_interval(mins => coalesce(g.absence_minutes, 10))
    and m.marked_at < s.end_date + interval '1 day' and coalesce(g.tells_absences, true) and r.id is null
    and not exists (select from absence_notices n where n.tenant_id = m.tenant_id and n.meeting_id = m.meeting_id
      and n.student_id = m.student_id and n.corrected_at is null)`

/** Meetings `s` of the last day whose attendance should have been taken by now. */
const isOverdue = `s.start_date > $now::timestamptz - interval '1 day'
  and s.start_date <= $now::timestamptz - make_interval(mins => coalesce(g.reminder_minutes, 30))`

/** Overdue meetings with unmarked and unreported students for which no reminder was sent; none of sample sessions. */
export const untakenSessions = `from ${meetingsOfSessions} s ${withSettings('s')}
  where ${isOverdue} and coalesce(g.reminds_instructors, true) and exists (select ${unaccounted})
    and not ${isSample('s')}
    and not exists (select from attendance_reminders d
      where d.tenant_id = s.tenant_id and d.session_id = s.id and d.start_date = s.start_date)`

/** Unmarked participants `p` of overdue meetings whose absence was reported, by report `r`. */
export const reportedPlaces = `from ${meetingsOfSessions} s ${withSettings('s')}
    join session_participants p on p.tenant_id = s.tenant_id and p.session_id = s.id and p.status = 'registered'
    join ${reportOf('s')}
  where ${isOverdue} and not exists (select from meeting_attendance z
    where z.tenant_id = s.tenant_id and z.meeting_id = s.meeting_id and z.student_id = p.student_id)`
