import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { listToJudge } from '../../../competition/challenges/server/to-judge.ts'
import { listWaitedConsents } from '../../../care/consents/server/waited-consents.ts'
import { listMissingResponseLines } from '../../../care/health/server/alerts.ts'
import { listProposals } from '../../../care/health/server/proposals.ts'
import { listNameRequests } from '../../../base/people/server/name-requests.ts'
import { listOverdueAttendance } from '../../../scheduling/rosters/server/overdue.ts'
import { isAdmin, isPlatformStaff } from '../../../shared/server/roles.ts'
import { ledSessions } from '../../../scheduling/sessions/server/policies.ts'
import type { Attention } from '../contract.ts'

/** Entries of each kind. */
const MAX_PER_KIND = 10

const selectWaitlists = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    z.object({ id: z.uuid(), name: z.string(), at: z.string(), count: z.number() }),
    `select s.id, s.name, s.start_date as at, count(*)::int as count
      from sessions s join session_participants p on p.tenant_id = s.tenant_id and p.session_id = s.id
      where s.status = 'scheduled' and s.start_date > $now::timestamptz and p.status = 'waitlisted'
        and ${ledSessions(viewer, 's.id')}
      group by s.id, s.name, s.start_date order by s.start_date, s.id limit ${MAX_PER_KIND}`,
  ),
)

const selectErasureRequests = statement(
  z.object({ id: z.uuid(), name: z.string(), at: z.string() }),
  `select r.id, coalesce(s.first_name || ' ' || s.last_name, u.first_name || ' ' || u.last_name) as name,
      r.asked_at + interval '30 days' as at
    from erasure_requests r join users u on u.tenant_id = r.tenant_id and u.id = r.requested_by
      left join students s on s.tenant_id = r.tenant_id and s.id = r.student_id
    where r.declined_at is null order by r.asked_at, r.id limit ${MAX_PER_KIND}`,
)

const selectBounced = statement(
  z.object({ id: z.uuid(), name: z.string(), at: z.string(), count: z.number() }),
  `select (array_agg(id order by at, id))[1] as id, (array_agg(name order by at, id))[1] as name, min(at) as at,
      count(*)::int as count
    from (select distinct on (u.id) u.id, u.first_name || ' ' || u.last_name as name, b.created_at as at
        from mail_suppressions b join users u on u.tenant_id = b.tenant_id and fold(u.email) = fold(b.address)
        where b.reason in ('bounced', 'full') and b.lifted_at is null and u.is_active and u.role = 'parent'
          and exists (select from parent_students p where p.tenant_id = u.tenant_id and p.parent_id = u.id)
        order by u.id, b.created_at) bounced
    having count(*) > 0`,
)

/**
 * Lists what needs to be done, the most urgent first: attendance that is not taken, health alerts without a response line,
 * guardians' proposals about health, deletion requests, requests for another name, families whose email bounces, students
 * whom the caller is to judge, full sessions that have a
 * waitlist, and consents that families have not answered. Instructors see their own sessions and what they judge; the
 * rest is for admins, and how families answer opens to platform staff on a student's page alone.
 */
export async function listAttention(scope: TenantScope): Promise<Attention[]> {
  const values = { now: scope.core.clock.now(), ...callerOf(scope) }
  const [overdue, waiting, proposals, consents, requests, toJudge, names, bounced, alerts] = await Promise.all([
    listOverdueAttendance(scope, { limit: MAX_PER_KIND }),
    scope.rows(selectWaitlists({ viewer: viewerOf(scope) }), values),
    isAdmin(scope) ? listProposals(scope, {}) : { rows: [] },
    isAdmin(scope) && !isPlatformStaff(scope) ? listWaitedConsents(scope, MAX_PER_KIND) : [],
    isAdmin(scope) ? scope.rows(selectErasureRequests) : [],
    listToJudge(scope, MAX_PER_KIND),
    isAdmin(scope) ? listNameRequests(scope, { limit: MAX_PER_KIND }) : { rows: [] },
    isAdmin(scope) ? scope.rows(selectBounced) : [],
    isAdmin(scope) && !isPlatformStaff(scope) ? listMissingResponseLines(scope, MAX_PER_KIND) : [],
  ])
  const proposed = Map.groupBy(proposals.rows, ({ studentId }) => studentId)
  return [
    ...overdue.rows.map(({ id, meetingId, name, startDate, unmarked }) => ({
      kind: 'attendance' as const,
      id,
      name,
      meetingId,
      at: startDate,
      count: unmarked,
    })),
    ...alerts.map((student) => ({ kind: 'alert' as const, ...student, at: null, count: 1 })),
    ...[...proposed].slice(0, MAX_PER_KIND).map(([id, [first, ...others]]) => ({
      kind: 'health' as const,
      id,
      name: first?.studentName ?? '',
      at: first?.createdAt ?? null,
      count: 1 + others.length,
    })),
    ...requests.map((request) => ({ kind: 'erasure' as const, ...request, count: 1 })),
    ...toJudge.map((challenge) => ({ kind: 'judging' as const, ...challenge, at: null })),
    ...names.rows.map(({ id, firstName, lastName, requestedAt }) => ({
      kind: 'name' as const,
      id,
      name: `${firstName} ${lastName}`,
      at: requestedAt,
      count: 1,
    })),
    ...bounced.map((one) => ({ kind: 'bounced' as const, ...one })),
    ...waiting.map((session) => ({ kind: 'waiting' as const, ...session })),
    ...consents.map(({ id, title, waiting: count }) => ({
      kind: 'consent' as const,
      id,
      name: title,
      at: null,
      count,
    })),
  ]
}
