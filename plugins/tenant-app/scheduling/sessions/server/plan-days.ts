import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { zoneOf } from '../../../shared/server/time-zone.ts'
import { plannedDay, type PlannedDay } from '../meetings-contract.ts'

// With an end at an earlier time of day than the start, days last from midnight to midnight, as with nights.
const selectPlannedDays = statement(
  plannedDay,
  `with span as (
      select $startDate::timestamptz at time zone $zone as begins, $endDate::timestamptz at time zone $zone as finishes
    ), days as (
      select d::date as day, d,
          $isOvernight::boolean or s.finishes::time <= s.begins::time as stays, s.begins::time as opens, s.finishes::time as closes
        from span s, generate_series(s.begins::date::timestamp, s.finishes::date::timestamp, interval '1 day') d
        where s.begins::date < s.finishes::date
    )
    select d.day::text as day,
        case when d.stays then greatest($startDate::timestamptz, d.d at time zone $zone)
          else (d.day + d.opens) at time zone $zone end as "startsAt",
        case when d.stays then least($endDate::timestamptz, (d.d + interval '1 day') at time zone $zone)
          else (d.day + d.closes) at time zone $zone end as "endsAt",
        d.stays or w.day is not null as "isPreselected", c.name as "closedFor"
      from days d left join meeting_times($startDate, $endDate, $zone, $tenantId) w on w.day = d.day
        left join lateral (select c.name from closed_days c where d.day between c.first_day and c.last_day
          order by c.first_day, c.id limit 1) c on true
      where not d.stays or d.d at time zone $zone < $endDate::timestamptz
      order by d.day`,
)

/** Lists the days between a start and an end, with those on which a session meets by default; none within one day. */
export async function planDays(
  scope: TenantScope,
  { startDate, endDate, isOvernight }: { startDate: string; endDate: string; isOvernight: boolean },
): Promise<PlannedDay[]> {
  const { tenantId } = scope
  return scope.rows(selectPlannedDays, { startDate, endDate, isOvernight, zone: await zoneOf(scope), tenantId })
}
