import { isDecider } from '../../../care/consents/server/consent-state.ts'

/** True where absence report `a` is by a guardian who still decides for the child: other reports stop no notice. */
export const isHeard = `exists (select from parent_students l
  where l.tenant_id = a.tenant_id and l.student_id = a.student_id and l.parent_id = a.reported_by and ${isDecider})`

/**
 * For `left join`: the valid absence report `r` of participant `p`'s student for a session. It was made before the session
 * began, not withdrawn before that, and is by a guardian who decides.
 * @param meeting id of the day that `session` is; 'null' for a session as a whole, to which reports of single days do not apply
 */
export const reportOf = (session: string, meeting = `${session}.meeting_id`) => `lateral (
  select a.id, a.session_id, a.meeting_id, a.from_day, a.to_day, a.reason, a.reported_by, a.reported_by_name, a.reported_at
    from absence_reports a join tenants z on z.id = a.tenant_id
    where a.tenant_id = p.tenant_id and a.student_id = p.student_id and ((a.session_id = ${session}.id and (a.meeting_id is null or a.meeting_id = ${meeting})) or (a.session_id is null
        and (${session}.start_date at time zone z.time_zone)::date between a.from_day and a.to_day))
      and ${isHeard} and a.reported_at < ${session}.start_date and (a.taken_back_at is null or a.taken_back_at >= ${session}.start_date)
    order by a.reported_at desc, a.id desc limit 1
  ) r on true`

/**
 * SQL: meetings that are not canceled, with the columns of their session and their own `start_date`, `end_date`, `meeting_id`
 * and `meeting_day`; `id` is the session's.
 */
export const meetingsOfSessions = `(select x.tenant_id, x.id, x.name, x.location, x.tenant_project_id, coalesce(y.instructor_id, x.instructor_id) as instructor_id, x.status, y.id as meeting_id,
    y.day as meeting_day, y.starts_at as start_date, y.ends_at as end_date
  from sessions x join session_meetings y on y.tenant_id = x.tenant_id and y.session_id = x.id
  where x.status <> 'cancelled' and y.status <> 'cancelled')`

/** True where participant `p` has no attendance at meeting `s`, or it was removed. */
const isUnmarked = `not exists (select from meeting_attendance z where z.tenant_id = s.tenant_id
  and z.meeting_id = s.meeting_id and z.student_id = p.student_id and z.mark is not null)`

/** Participants `p` of meeting `s` without attendance or reported absence. */
export const unaccounted = `from session_participants p left join ${reportOf('s')}
  where p.tenant_id = s.tenant_id and p.session_id = s.id and p.status = 'registered' and ${isUnmarked}
    and r.reported_at is null`
