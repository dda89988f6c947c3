import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { invalidField } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { containing } from '#core/server/database/like.ts'
import { callerOf, viewerOf, viewers, type Viewer } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { seenStudents } from '../../families/server/policies.ts'
import type { SessionStatus } from '../../sessions/contract.ts'
import { ofProject } from '../../sessions/server/sessions.ts'
import { seenSessions } from '../../sessions/server/policies.ts'
import { calendarSession, MOST_DAYS } from '../contract.ts'
import type { CalendarSession } from '../contract.ts'

const DAY = 86_400_000
/** A day may have an hour more. */
const MOST = MOST_DAYS * DAY + 3_600_000

const isFamily = (viewer: Viewer) => viewer === 'parent' || viewer === 'student'

/** Whom of the viewer's family session `s` concerns, as jsonb. */
export const childrenOf = (viewer: Viewer): string =>
  isFamily(viewer)
    ? `(select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'firstName', c.first_name,
          'isWaiting', p.status = 'waitlisted') order by c.first_name, c.id), '[]')
        from session_participants p join students c on c.tenant_id = p.tenant_id and c.id = p.student_id
        where p.tenant_id = s.tenant_id and p.session_id = s.id and p.status in ('registered', 'waitlisted')
          and ${seenStudents(viewer, 'p.student_id')})`
    : `'[]'::jsonb`

const listed = variants(
  { viewer: viewers, isSearched: [true, false], isOfStatus: [true, false] },
  ({ viewer, isSearched, isOfStatus }) =>
    statement(
      calendarSession,
      `select s.id, s.name, s.start_date as "startDate", s.end_date as "endDate", s.status, s.location,
          case when u.id is not null then u.first_name || ' ' || u.last_name end as "instructorName",
          ${childrenOf(viewer)} as children
        from sessions s left join users u on u.tenant_id = s.tenant_id and u.id = s.instructor_id
        where s.start_date < $to and s.end_date > $from and ${seenSessions(viewer, 's.id')} and ${ofProject}
          ${isSearched ? 'and s.search like $search' : ''} ${isOfStatus ? 'and s.status = $status' : ''}
        order by s.start_date, s.id limit $most offset $offset`,
    ),
)

interface CalendarQuery {
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
  status?: SessionStatus | undefined
  projectId?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** What touches the span, the earliest start first; at most 1000. @throws invalid at `to` */
export async function listCalendar(scope: TenantScope, query: CalendarQuery): Promise<PagedAnswer<CalendarSession>> {
  const { search = '', status, projectId = null, limit = LIST_CAP, offset = 0 } = query
  const from = query.from === undefined ? scope.core.clock.now() : new Date(query.from)
  const to = query.to === undefined ? new Date(from.getTime() + 31 * DAY) : new Date(query.to)
  if (to <= from) throw invalidField('to', 'The end must be after the start')
  if (to.getTime() - from.getTime() > MOST) throw invalidField('to', `At most ${MOST_DAYS} days at once`)
  const found = await scope.lastRows(
    listed({ viewer: viewerOf(scope), isSearched: search !== '', isOfStatus: status !== undefined }),
    {
      from,
      to,
      search: containing(search.toLowerCase()),
      status,
      projectId,
      tenantId: scope.tenantId,
      most: limit + 1,
      offset,
      ...callerOf(scope),
    },
  )
  return new PagedAnswer<CalendarSession>(found, { limit, offset })
}
