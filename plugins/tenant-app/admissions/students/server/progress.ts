import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants, type Statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import { seenStudents } from '../../../base/families/server/policies.ts'
import { requireStudent } from '../../../base/families/server/children.ts'
import { attendanceKinds, participation, studentProgress, studentScore } from '../progress-contract.ts'
import type { AttendanceKind, Participation, StudentProgress, StudentScore } from '../progress-contract.ts'

const statusesOf: Record<AttendanceKind, string> = {
  attended: `p.attendance in ('present', 'late')`,
  missed: `p.attendance in ('absent', 'excused')`,
}

const isOfStudent = (alias: string) => `${alias}.tenant_id = s.tenant_id and ${alias}.student_id = s.id`

const countKind = (kind: AttendanceKind) =>
  `(select count(*) from session_participants p where ${isOfStudent('p')} and ${statusesOf[kind]})`

const selectProgress = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    studentProgress,
    `select s.total_points as "totalPoints", ${countKind('attended')} as "sessionsAttended",
        ${countKind('missed')} as "sessionsMissed",
        (select count(*)::int from meeting_attendance a where ${isOfStudent('a')} and a.mark in ('present', 'late')) as "daysAttended",
        r.scores, r."averageScore",
        (select jsonb_build_object('id', x.id, 'name', x.name, 'startDate', m.starts_at, 'endDate', m.ends_at,
            'location', x.location)
          from session_participants p join sessions x on x.tenant_id = p.tenant_id and x.id = p.session_id
            join session_meetings m on m.tenant_id = x.tenant_id and m.session_id = x.id and m.status <> 'cancelled'
          where ${isOfStudent('p')} and p.status = 'registered' and x.status in ('scheduled', 'in-progress')
            and x.end_date > $now::timestamptz and m.ends_at > $now::timestamptz
            and not exists (select from meeting_attendance a where a.tenant_id = m.tenant_id and a.meeting_id = m.id
              and a.student_id = s.id and a.mark is not null)
          order by m.starts_at, m.id limit 1) as "nextSession"
      from students s cross join lateral (
        select count(*) as scores, coalesce(round(avg(100.0 * score / max_score)), 0)::int as "averageScore"
          from scores r where ${isOfStudent('r')}) r
      where s.id = $id and ${seenStudents(viewer, 's.id')}`,
  ),
)

/** @throws not-found when the organization has no such student, or none that the caller sees */
export async function studentProgressOf(scope: TenantScope, id: string): Promise<StudentProgress> {
  const values = { id, now: scope.core.clock.now(), ...callerOf(scope) }
  const [found] = await scope.lastRows(selectProgress({ viewer: viewerOf(scope) }), values)
  if (!found) throw notFound('Student')
  const { nextSession } = found
  if (!nextSession) return found
  const utc = (moment: string) => new Date(moment).toISOString()
  const { startDate, endDate } = nextSession
  return { ...found, nextSession: { ...nextSession, startDate: utc(startDate), endDate: utc(endDate) } }
}

interface Page {
  limit?: number | undefined
  offset?: number | undefined
}

/** Reads one page of a student's rows, with the total. @throws not-found */
export async function pageOf<Row extends object>(
  scope: TenantScope,
  studentId: string,
  list: Statement<Row & { total: number }>,
  { limit = LIST_CAP, offset = 0 }: Page,
): Promise<PagedAnswer<Row>> {
  await requireStudent(scope, studentId)
  const found = await scope.lastRows(list, { studentId, most: limit + 1, offset })
  // Past the end of the list no row has the total.
  return countedPage(found, { limit, offset })
}

export const total = z.object({ total: z.number() })

const selectParticipations = variants({ kind: [undefined, ...attendanceKinds] }, ({ kind }) => {
  const where = `where p.student_id = $studentId ${kind ? `and ${statusesOf[kind]}` : ''}`
  return statement(
    participation.extend(total.shape),
    `select p.id, x.name as "sessionName", x.start_date as "startDate", x.end_date as "endDate", x.location,
        coalesce(p.attendance, p.status) as status,
        p.points_earned as "pointsEarned", p.feedback, (select count(*) from session_participants p ${where}) as total
      from session_participants p join sessions x on x.tenant_id = p.tenant_id and x.id = p.session_id ${where}
      order by x.start_date desc, p.id desc limit $most offset $offset`,
  )
})

/** Lists a student's sessions, the latest start first. @throws not-found */
export function listAttendance(
  scope: TenantScope,
  studentId: string,
  { kind, ...page }: Page & { kind?: AttendanceKind | undefined },
): Promise<PagedAnswer<Participation>> {
  return pageOf(scope, studentId, selectParticipations({ kind }), page)
}

const selectScores = statement(
  studentScore.extend(total.shape),
  `select r.id, c.title as "challengeTitle", x.name as "sessionName", r.score, r.max_score as "maxScore", r.feedback,
      r.completed_at as "completedAt", (select count(*) from scores r where r.student_id = $studentId) as total
    from scores r left join challenges c on c.tenant_id = r.tenant_id and c.id = r.challenge_id
      left join sessions x on x.tenant_id = r.tenant_id and x.id = r.session_id
    where r.student_id = $studentId order by r.completed_at desc, r.id desc limit $most offset $offset`,
)

/** Lists a student's scores, the newest first. @throws not-found */
export function listScores(scope: TenantScope, studentId: string, page: Page): Promise<PagedAnswer<StudentScore>> {
  return pageOf(scope, studentId, selectScores, page)
}
