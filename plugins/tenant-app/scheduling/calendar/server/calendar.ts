import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { invalidField } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import type { SessionState } from '../../sessions/state-contract.ts'
import { ofProject } from '../../sessions/server/sessions.ts'
import { stateOf } from '../../sessions/server/state.ts'
import { seenSessions } from '../../sessions/server/policies.ts'
import { calendarSession, MAX_DAYS } from '../contract.ts'
import type { CalendarSession } from '../contract.ts'
import { shownSessions } from './policies.ts'

const DAY_MS = 86_400_000
/** Includes an extra hour for a clock change. */
const MAX_SPAN_MS = MAX_DAYS * DAY_MS + 3_600_000

/** Days of session `s` as jsonb, where it has several. */
const daysOf = `(select case when count(*) > 1 then jsonb_agg(jsonb_build_object('id', m.id, 'startsAt', m.starts_at,
    'endsAt', m.ends_at, 'status', m.status) order by m.starts_at) else '[]'::jsonb end
  from session_meetings m where m.tenant_id = s.tenant_id and m.session_id = s.id)`

const selectCalendarSessions = variants(
  { viewer: viewers, isSearched: [true, false], isOfStatus: [true, false] },
  ({ viewer, isSearched, isOfStatus }) => {
    const { before, from, condition, children } = shownSessions(
      viewer,
      seenSessions,
      'start_date < $to and end_date > $from',
    )
    return statement(
      calendarSession,
      `${before} select s.id, s.name, s.start_date as "startDate", s.end_date as "endDate", s.status, s.location,
          case when u.id is not null then u.first_name || ' ' || u.last_name end as "instructorName",
          ${daysOf} as days, ${children} as children
        from ${from} left join users u on u.tenant_id = s.tenant_id and u.id = s.instructor_id
        where ${condition} and ${ofProject}
          ${isSearched ? 'and s.search like (select containing($search))' : ''} ${isOfStatus ? `and ${stateOf('s')} = $status` : ''}
        order by s.start_date, s.id limit $most offset $offset`,
    )
  },
)

interface CalendarQuery {
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
  status?: SessionState | undefined
  projectId?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** Lists sessions that touch the span, the earliest start first; at most 1000. @throws invalid at `to` */
export async function listCalendar(scope: TenantScope, query: CalendarQuery): Promise<PagedAnswer<CalendarSession>> {
  const { search = '', status, projectId = null, limit = LIST_CAP, offset = 0 } = query
  const from = query.from === undefined ? scope.core.clock.now() : new Date(query.from)
  const to = query.to === undefined ? new Date(from.getTime() + 31 * DAY_MS) : new Date(query.to)
  if (to <= from) throw invalidField('to', 'The end must be after the start')
  if (to.getTime() - from.getTime() > MAX_SPAN_MS) throw invalidField('to', `At most ${MAX_DAYS} days at once`)
  const found = await scope.lastRows(
    selectCalendarSessions({ viewer: viewerOf(scope), isSearched: search !== '', isOfStatus: status !== undefined }),
    {
      from,
      to,
      search,
      status,
      now: scope.core.clock.now(),
      projectId,
      tenantId: scope.tenantId,
      most: limit + 1,
      offset,
      ...callerOf(scope),
    },
  )
  return new PagedAnswer<CalendarSession>(found, { limit, offset })
}
