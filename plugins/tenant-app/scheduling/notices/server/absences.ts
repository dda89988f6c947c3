import { z } from 'zod'
import { record, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { emit } from '#core/server/events/events.ts'
import { conflict, forbidden, invalidField, notFound } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { requireStudent } from '../../../base/families/server/children.ts'
import { isHeard } from '../../rosters/server/reported.ts'
import { recordSessionChanges } from '../../rosters/server/session-change.ts'
import { getLocalDay } from '../../../shared/server/time-zone.ts'
import { absence, MAX_DAYS, type Absence, type NewAbsence } from '../contract.ts'
import { AbsenceReportModel } from './absence-report.ts'
import { absenceReported } from './events.ts'

const columns = `a.id, a.session_id as "sessionId", a.meeting_id as "meetingId", a.from_day as "fromDay", a.to_day as "toDay", a.reason,
  a.reported_by_name as "reportedBy", a.reported_at as "reportedAt"`

// Start of the reported session or day.
const withStart = `left join lateral (select coalesce(d.starts_at, x.start_date) as start_date
  from sessions x left join session_meetings d on d.tenant_id = x.tenant_id and d.id = a.meeting_id
  where x.tenant_id = a.tenant_id and x.id = a.session_id) e on true`

// A child's valid reports that are not over: of a session that has not begun, or of days that include today or later ones.
const openReports = `from absence_reports a ${withStart}
  where a.student_id = $studentId and ${isHeard} and a.taken_back_at is null and (e.start_date > $now or a.to_day >= $today::date)`

const selectAbsences = statement(
  absence,
  `select ${columns} ${openReports}
    order by coalesce(e.start_date, a.from_day::timestamptz), a.id limit $most offset $offset`,
)

/** Lists a child's absences reported for today or later; 25 by default. @throws not-found */
export async function listAbsences(
  scope: TenantScope,
  studentId: string,
  { limit = 25, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<Absence>> {
  await requireStudent(scope, studentId)
  const values = { studentId, ...(await currentTimes(scope)), most: limit + 1, offset }
  return new PagedAnswer(await scope.rows(selectAbsences, values), { limit, offset })
}

const currentTimes = async (scope: TenantScope) => ({ now: scope.core.clock.now(), today: await getLocalDay(scope) })

// Locks the child's reports: two guardians who report the same at once make one report.
const lockChildReports = statement(
  `select pg_advisory_xact_lock(hashtextextended('tenant-app.absences:' || $studentId, 0))`,
)

/** Maximum number of a child's open reports. */
const MAX_OPEN_REPORTS = 50

const countOpenReports = statement(
  z.object({ count: z.number(), isKnown: z.boolean() }),
  `select count(*) as count, coalesce(bool_or((a.session_id = $sessionId::uuid
        and (a.meeting_id is null or a.meeting_id = $meetingId::uuid))
      or (a.from_day = $fromDay::date and a.to_day = $toDay::date)), false) as "isKnown" ${openReports}`,
)

/** Reports about a child in a day, with those that were taken back. */
const MAX_REPORTS_PER_DAY = 60

const countRecentReports = statement(
  z.object({ count: z.number() }),
  `select count(*)::int as count from absence_reports
    where student_id = $studentId and reported_at > $now::timestamptz - interval '1 day'`,
)

/**
 * Reports an absence of a child, by one of its guardians.
 * @throws not-found, forbidden for platform staff, conflict at `sessionId` when the session or the day has begun, is canceled,
 *   or is not the child's, conflict at a field for an absence that is reported already, invalid at `fromDay` or `toDay`
 */
export async function reportAbsence(scope: TenantScope, studentId: string, input: NewAbsence): Promise<Absence> {
  const { id: reportedBy, name: reportedByName } = await guardianOf(scope, studentId)
  const { now, today } = await currentTimes(scope)
  await scope.rows(lockChildReports, { studentId })
  const { sessionId, meetingId, fromDay, toDay } = input
  if (sessionId && meetingId) await checkMeeting(scope, studentId, { sessionId, meetingId })
  else if (sessionId) await checkSession(scope, studentId, sessionId)
  else checkDays(input, today)
  const [known] = await scope.rows(countOpenReports, { studentId, now, today, sessionId, meetingId, fromDay, toDay })
  const field = sessionId ? 'sessionId' : 'fromDay'
  if (known?.isKnown) throw conflict(field, 'This absence is reported already')
  if (known && known.count >= MAX_OPEN_REPORTS) throw conflict(field, `At most ${MAX_OPEN_REPORTS} absences at a time`)
  const [recent] = await scope.rows(countRecentReports, { studentId, now })
  if (recent && recent.count >= MAX_REPORTS_PER_DAY) {
    throw conflict(field, 'Too many changes in a day. Please call your program.')
  }
  const { id } = await AbsenceReportModel.query(scope.trx).insert({
    ...input,
    studentId,
    reportedBy,
    reportedByName,
    reportedAt: now.toISOString(),
  })
  await recordAbsence(scope, id, 'reported')
  const [made] = await scope.rows(selectAbsence, { id })
  if (!made) throw notFound('Absence')
  return made
}

const selectAbsence = statement(absence, `select ${columns} from absence_reports a where a.id = $id`)

const lockAbsence = statement(
  z.object({ hasBegun: z.boolean() }),
  `select e.start_date <= $now as "hasBegun" from absence_reports a ${withStart}
    where a.id = $id and a.student_id = $studentId and a.taken_back_at is null for update of a`,
)

/**
 * Withdraws a report; sessions that have begun stay excused.
 * @throws not-found, forbidden for platform staff, conflict for a report of one session that has begun
 */
export async function withdrawAbsence(scope: TenantScope, studentId: string, id: string): Promise<void> {
  const { name } = await guardianOf(scope, studentId)
  const now = scope.core.clock.now()
  const [found] = await scope.rows(lockAbsence, { id, studentId, now })
  if (!found) throw notFound('Absence')
  if (found.hasBegun) throw conflict('sessionId', 'This session has begun already')
  await recordAbsence(scope, id, 'taken-back')
  await AbsenceReportModel.query(scope.trx)
    .findById(id)
    .patch({ takenBackAt: now.toISOString(), takenBackByName: name })
}

/** @throws not-found unless the caller sees the child, forbidden unless the caller is a guardian */
export async function guardianOf(scope: TenantScope, studentId: string): Promise<{ id: string; name: string }> {
  await requireStudent(scope, studentId)
  const { user } = scope.actor
  if (user?.role !== 'parent') throw forbidden('Guardians answer for their children here')
  return user
}

const selectPlace = statement(
  z.object({ status: z.string(), hasBegun: z.boolean() }),
  `select s.status, s.start_date <= $now as "hasBegun"
    from session_participants p join sessions s on s.tenant_id = p.tenant_id and s.id = p.session_id
    where p.student_id = $studentId and p.session_id = $sessionId and p.status in ('registered', 'waitlisted')`,
)

async function checkSession(scope: TenantScope, studentId: string, sessionId: string): Promise<void> {
  const [found] = await scope.rows(selectPlace, { studentId, sessionId, now: scope.core.clock.now() })
  if (!found) throw conflict('sessionId', 'Your child is not in this session any more')
  if (found.status === 'cancelled') throw conflict('sessionId', 'This session is cancelled')
  if (found.hasBegun || found.status !== 'scheduled') throw conflict('sessionId', 'This session has begun already')
}

const selectDay = statement(
  z.object({ isOff: z.boolean(), hasBegun: z.boolean() }),
  `select 'cancelled' in (s.status, d.status) or s.status = 'completed' as "isOff", d.starts_at <= $now as "hasBegun"
    from session_participants p join sessions s on s.tenant_id = p.tenant_id and s.id = p.session_id
      join session_meetings d on d.tenant_id = s.tenant_id and d.session_id = s.id
    where p.student_id = $studentId and p.session_id = $sessionId and p.status = 'registered' and d.id = $meetingId`,
)

async function checkMeeting(
  scope: TenantScope,
  studentId: string,
  of: { sessionId: string; meetingId: string },
): Promise<void> {
  const [found] = await scope.rows(selectDay, { studentId, ...of, now: scope.core.clock.now() })
  if (!found) throw conflict('sessionId', 'Your child is not in this session any more')
  if (found.isOff) throw conflict('sessionId', 'This day is canceled')
  if (found.hasBegun) throw conflict('sessionId', 'This day has begun already')
}

function checkDays({ fromDay, toDay }: NewAbsence, today: string): void {
  if (fromDay !== null && fromDay < today) throw invalidField('fromDay', 'That day is over')
  const last = new Date(Date.parse(today) + MAX_DAYS * 86_400_000).toISOString().slice(0, 10)
  if (toDay !== null && toDay > last) throw invalidField('toDay', 'At most a year ahead')
}

const selectAffectedPlaces = statement(
  z.object({ sessionId: z.uuid(), studentId: z.uuid() }),
  `select s.id as "sessionId", p.student_id as "studentId"
    from absence_reports a join tenants t on t.id = a.tenant_id
      join session_participants p on p.tenant_id = a.tenant_id and p.student_id = a.student_id and p.status = 'registered'
      left join session_meetings d on d.tenant_id = a.tenant_id and d.id = a.meeting_id
      join sessions s on s.tenant_id = p.tenant_id and s.id = p.session_id and coalesce(d.starts_at, s.start_date) > $now
        and (s.id = a.session_id or (s.start_date at time zone t.time_zone)::date between a.from_day and a.to_day)
    where a.id = $id order by s.start_date limit 1000`,
)

/** Records a report in the histories of upcoming sessions and in the audit log; only the report has the reason. */
async function recordAbsence(scope: TenantScope, id: string, act: 'reported' | 'taken-back'): Promise<void> {
  const sessions = await scope.rows(selectAffectedPlaces, { id, now: scope.core.clock.now() })
  const report = await AbsenceReportModel.query(scope.trx).findById(id)
  await recordSessionChanges(
    scope,
    sessions.map(({ sessionId, studentId }) => ({
      sessionId,
      kind: `absence-${act}` as const,
      studentIds: [studentId],
    })),
  )
  await record(scope, {
    action: `absence.${act}`,
    category: 'account',
    description: `${act === 'reported' ? 'Reported an absence of' : 'Took back a reported absence of'} ${report ? referTo('student', report.studentId) : 'a student'}`,
    resource: 'student',
    ...(report ? { resourceId: report.studentId } : {}),
    metadata: {
      sessionId: report?.sessionId,
      meetingId: report?.meetingId,
      fromDay: report?.fromDay,
      toDay: report?.toDay,
    },
  })
  if (!report) return
  const { studentId, sessionId, meetingId, fromDay, toDay } = report
  await emit(scope, absenceReported, { absenceId: id, act, studentId, sessionId, meetingId, fromDay, toDay })
}
