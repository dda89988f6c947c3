import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import { DEFAULT_HOUR_BANDS } from '../../../scheduling/rosters/attendance-contract.ts'
import { hoursBand, reportCheck, type HoursBand, type ReportCheck } from '../checks-contract.ts'
import type { ReportFilters } from '../contract.ts'
import { isOfStudents, meetingsOfPeriod } from './conditions.ts'
import { countedMinutes } from './hours.ts'
import { periodOf } from './period.ts'
import { reportValues, statementsFor } from './read-report.ts'

/** Minutes from which a day is listed for a check. */
const LONG_DAY_MINUTES = 720

// Attended meetings of a student overlap where one begins before the previous one has ended.
const selectChecks = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    reportCheck.extend({ total: z.number() }),
    `with ${meetingsOfPeriod(viewer)}, held as materialized (
        select x.id, x.session_id, m.day, m.starts_at, m.ends_at from x join session_meetings m on m.id = x.id where x.is_held
      ), attended as materialized (
        select h.id, a.student_id, h.starts_at, h.ends_at, a.minutes, a.minutes_assumed, a.last_out, a.is_migrated,
            m.program_minutes
          from held h join meeting_attendance a on a.meeting_id = h.id join session_meetings m on m.id = h.id
          where a.mark in ('present', 'late') and ${isOfStudents('a.student_id', 'h.starts_at')}
      ), found as (
        select 'not-taken' as kind, h.id, count(*) as students
          from held h join session_participants p on p.session_id = h.session_id and p.status = 'registered'
          where ${isOfStudents('p.student_id', 'h.starts_at')} and not exists (select from meeting_attendance a
            where a.meeting_id = h.id and a.student_id = p.student_id and a.mark is not null)
          group by h.id
        union all
        select 'assumed-departure', id, count(*) from attended
          where last_out is null and program_minutes is null group by id
        union all
        select 'long-day', id, count(*) from attended where minutes > ${LONG_DAY_MINUTES} group by id
        union all
        select 'migrated', id, count(*) from attended where is_migrated group by id
        union all
        select 'overlap', o.id, count(*) from (
            select id, starts_at < max(ends_at) over (partition by student_id order by starts_at, id
                rows between unbounded preceding and 1 preceding) as overlaps from attended) o
          where o.overlaps group by o.id
      )
      select f.kind, h.session_id as "sessionId", f.id as "meetingId", s.name, h.starts_at as "startsAt",
          h.ends_at as "endsAt", f.students::int as students, count(*) over () as total
        from found f join held h on h.id = f.id join sessions s on s.id = h.session_id
        where $kind::text is null or f.kind = $kind
        order by f.kind, h.starts_at desc, f.id limit $most offset $offset`,
    { plansAnew: true },
  ),
)

interface CheckQuery extends ReportFilters {
  kind?: ReportCheck['kind'] | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** Lists days to check before the hours of a period are sent, by kind and the latest day first. */
export async function listReportChecks(
  scope: TenantScope,
  { kind, limit = LIST_CAP, offset = 0, ...filters }: CheckQuery,
): Promise<PagedAnswer<ReportCheck>> {
  const values = reportValues(scope, await periodOf(scope, filters), filters)
  const { viewer } = statementsFor(scope, filters)
  const asked = { ...values, kind: kind ?? null, most: limit + 1, offset }
  return countedPage(await scope.rows(selectChecks({ viewer }), asked), { limit, offset })
}

const selectBands = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    hoursBand,
    `with ${meetingsOfPeriod(viewer)}, hours as (
        select a.student_id, sum(${countedMinutes}) / 60.0 as hours from x join meeting_attendance a on a.meeting_id = x.id
          where a.mark in ('present', 'late') and ${isOfStudents('a.student_id', 'x.start_date')} group by a.student_id
      ), bands as (
        select b.at as "from", lead(b.at) over (order by b.at) as "to"
          from (select 0 as at union all select jsonb_array_elements_text(
            coalesce((select hour_bands from attendance_settings), '${JSON.stringify(DEFAULT_HOUR_BANDS)}'))::int) b
      )
      select b."from", b."to", (select count(*)::int from hours h
          where h.hours >= b."from" and (b."to" is null or h.hours < b."to")) as students
        from bands b order by b."from"`,
    { plansAnew: true },
  ),
)

/** Counts students who attended a meeting of the period by hours, in the organization's bands. */
export async function listHoursBands(scope: TenantScope, filters: ReportFilters): Promise<HoursBand[]> {
  const values = reportValues(scope, await periodOf(scope, filters), filters)
  return scope.rows(selectBands({ viewer: statementsFor(scope, filters).viewer }), values)
}
