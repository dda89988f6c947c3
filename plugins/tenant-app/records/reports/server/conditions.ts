import type { Viewer } from '#core/server/database/row-policy.ts'
import { isMemberOn } from '../../../base/groups/server/policies.ts'
import type { ReportFilters } from '../contract.ts'
import { isHeld } from './hours.ts'
import { reportedMeetings, reportedSessions } from './policies.ts'

/** The organization's own copy of `$projectId`. */
const ownProject = '(select id from tenant_projects where project_id = $projectId)'

export const isIn = (column: string) => `${column} >= $from::timestamptz and ${column} < $to::timestamptz`

/** Number of the period's week or month with an instant, from 1. */
export const stepOf = (column: string) => `width_bucket(${column}, $stepStarts::timestamptz[])`

/** Choice of sessions `x` by themselves or by their series. */
const isChosen = `($sessionId::uuid is null or x.id = $sessionId) and ($seriesId::uuid is null or x.series_id = $seriesId)`

/** Sessions `x` that a viewer reports on, as far as they are chosen by themselves or by their series. */
const isReportedSession = (viewer: Viewer) => `${reportedSessions(viewer, 'x.id')} and ${isChosen}`

/** The same, and by their instructor. */
const isChosenSession = (viewer: Viewer) => `${isReportedSession(viewer)}
  and ($instructorId::uuid is null or x.instructor_id = $instructorId)`

const ofProject = `($projectId::uuid is null or x.tenant_project_id = ${ownProject})`

/**
 * Sessions of the period as `x`. Callers join their rows by the session only: with the organization on both sides the planner
 * expects one row, and sorts a year of them.
 */
export const sessionsOfPeriod = (viewer: Viewer, condition = 'true') => `x as materialized (
    select x.id, x.id as session_id, x.start_date, ${stepOf('x.start_date')} as step
      from sessions x where ${isIn('x.start_date')} and ${isChosenSession(viewer)} and ${ofProject} and ${condition}
  )`

/**
 * The meetings of the period as `x`, by their own start and in the shape of `sessionsOfPeriod`; `id` is the meeting's. A day
 * is of the instructor who stands in, else of the session's.
 */
export const meetingsOfPeriod = (viewer: Viewer, condition = 'true') => `x as materialized (
    select m.id, m.session_id, m.starts_at as start_date, ${stepOf('m.starts_at')} as step, ${isHeld} as is_held
      from session_meetings m join (select x.id, x.status, x.instructor_id from sessions x
          where ${isChosen} and ${ofProject}) s on s.id = m.session_id and ${reportedMeetings(viewer, 'm.id')}
      where ${isIn('m.starts_at')} and ($instructorId::uuid is null
          or coalesce(m.instructor_id, s.instructor_id) = $instructorId) and ${condition}
  )`

/**
 * True for a student who matches the filters of student, grade, and group on that day.
 * @param at SQL of the instant whose day applies
 */
export const isOfStudents = (column: string, at: string) => `($studentId::uuid is null or ${column} = $studentId)
  and ($grade::text is null or ${column} in (select id from students where grade = $grade))
  and ($groupId::uuid is null or exists (select from group_members gm where gm.group_id = $groupId
    and gm.student_id = ${column} and ${isMemberOn('gm', `(${at} at time zone $zone)::date`)}))`

/**
 * Condition on rows that may have no session, in the columns `session_id` and `tenant_project_id`; a filter by session or
 * instructor excludes rows without one.
 * @param isOfSessions true if sessions are filtered, or not all of them are the viewer's
 */
export const isInSessions = (viewer: Viewer, isOfSessions: boolean, alias: string) =>
  isOfSessions ? `${alias}.session_id in (select x.id from sessions x where ${isChosenSession(viewer)})` : 'true'

/** @param byItself SQL condition for rows of the project without a session, given the project's id */
export const isOfProjects = (alias: string, byItself: (project: string) => string) => `($projectId::uuid is null
  or ${byItself(ownProject)} or ${alias}.session_id in (select id from sessions where tenant_project_id = ${ownProject}))`

/** Parameters of the conditions here. */
export const filterValues = (filters: ReportFilters) => ({
  sessionId: filters.sessionId ?? null,
  seriesId: filters.seriesId ?? null,
  projectId: filters.projectId ?? null,
  grade: filters.grade || null,
  studentId: filters.studentId ?? null,
  instructorId: filters.instructorId ?? null,
  groupId: filters.groupId ?? null,
})
