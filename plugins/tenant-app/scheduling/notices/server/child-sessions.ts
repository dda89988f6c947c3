import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { requireStudent } from '../../../base/families/server/children.ts'
import { meetingsOfSessions, reportOf } from '../../rosters/server/reported.ts'
import { childSession, type ChildSession } from '../contract.ts'

/** Report `r` in the contract's form; null without one. */
const absenceJson = `case when r.id is not null then jsonb_build_object('id', r.id, 'sessionId', r.session_id,
  'meetingId', r.meeting_id, 'fromDay', r.from_day, 'toDay', r.to_day, 'reason', r.reason, 'reportedBy', r.reported_by_name,
  'reportedAt', r.reported_at) end`

const selectChildSessions = statement(
  childSession,
  `select s.id, s.name, s.location, s.start_date as "startDate", s.end_date as "endDate", s.status,
      case when u.id is not null then u.first_name || ' ' || u.last_name end as "instructorName", p.status as place,
      case when p.status = 'waitlisted' then (select count(*)::int from session_participants w
        where w.tenant_id = p.tenant_id and w.session_id = p.session_id and w.status = 'waitlisted'
          and w.waiting_place <= p.waiting_place) end as "waitingPosition",
      p.status = 'registered' and p.promoted_at is not null and p.accepted_at is null as "isAnswerAwaited",
      p.accepted_by_name as "acceptedBy", p.attendance, s.status = 'scheduled' and s.start_date > $now as "isOpen",
      ${absenceJson} as absence,
      (select coalesce(jsonb_agg(jsonb_build_object('meetingId', d.meeting_id, 'startsAt', d.start_date, 'endsAt', d.end_date,
            'isOpen', s.status in ('scheduled', 'in-progress') and d.start_date > $now, 'absence', ${absenceJson})
          order by d.start_date), '[]')
        from ${meetingsOfSessions} d left join ${reportOf('d')}
        where d.tenant_id = s.tenant_id and d.id = s.id and d.end_date > $now) as days
    from session_participants p join sessions s on s.tenant_id = p.tenant_id and s.id = p.session_id
      left join users u on u.tenant_id = s.tenant_id and u.id = s.instructor_id left join ${reportOf('s', 'null')}
    where p.student_id = $studentId and p.status in ('registered', 'waitlisted') and s.end_date > $now
      and s.status <> 'completed'
    order by s.start_date, s.id limit $most offset $offset`,
)

/** Lists a child's sessions that are not over, the next first; 25 by default. @throws not-found */
export async function listChildSessions(
  scope: TenantScope,
  studentId: string,
  { limit = 25, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<ChildSession>> {
  await requireStudent(scope, studentId)
  const values = { studentId, now: scope.core.clock.now(), most: limit + 1, offset }
  return new PagedAnswer(await scope.rows(selectChildSessions, values), { limit, offset })
}
