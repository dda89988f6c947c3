import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { notFound } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { session, sessionTimes } from '../contract.ts'
import type { Session } from '../contract.ts'
import type { SessionState } from '../state-contract.ts'
import { seenSessions } from './policies.ts'
import { stateOf } from './state.ts'

/** Number of registered students in session `s`; reads only the index of places. */
export const placesTaken = `(select count(*)::int from session_participants p
  where p.tenant_id = s.tenant_id and p.session_id = s.id and p.status = 'registered')`

const columns = `s.id, s.name, s.description, tp.project_id as "projectId", pr.title as "projectTitle",
  s.instructor_id as "instructorId",
  case when u.id is not null then u.first_name || ' ' || u.last_name end as "instructorName",
  s.max_participants as "maxParticipants", ${placesTaken} as "currentParticipants", s.location,
  s.start_date as "startDate", s.end_date as "endDate", s.status, ${stateOf('s')} as state, s.series_id as "seriesId",
  s.original_start as "originalStart", s.detached, s.is_skipped as "isSkipped", s.has_own_days as "hasOwnDays", s.created_at as "createdAt",
  s.updated_at as "updatedAt"`

const withOthers = `left join users u on u.tenant_id = s.tenant_id and u.id = s.instructor_id
  left join tenant_projects tp on tp.tenant_id = s.tenant_id and tp.id = s.tenant_project_id
  left join projects pr on pr.owner = tp.project_id_owner and pr.id = tp.project_id`

/** Sessions of the project `$projectId`, if given, in the organization `$tenantId`. */
export const ofProject = `($projectId::uuid is null or s.tenant_project_id =
  (select id from tenant_projects where tenant_id = $tenantId and project_id = $projectId))`

const selectSessions = variants(
  {
    viewer: viewers,
    isSearched: [true, false],
    isOfStatus: [true, false],
    when: [undefined, ...sessionTimes],
    isPaged: [true, false],
  },
  ({ viewer, isSearched, isOfStatus, when, isPaged }) => {
    const conditions = [
      seenSessions(viewer, 's.id'),
      ...(isSearched ? ['s.search like (select containing($search))'] : []),
      ...(isOfStatus ? [`${stateOf('s')} = $status`] : []),
      ofProject,
      ...(when === 'next' ? ['s.end_date > $now'] : []),
      ...(when === 'upcoming' ? ['s.start_date > $now'] : []),
      ...(when === 'past' ? ['s.end_date <= $now'] : []),
    ]
    const where = `where ${conditions.join(' and ')}`
    const order = when === 'next' || when === 'upcoming' ? 'asc' : 'desc'
    const counted = isPaged ? `, (select count(*) from sessions s ${where}) as total` : ''
    return statement(
      isPaged ? session.extend({ total: z.number().optional() }) : session,
      `select ${columns} ${counted} from sessions s ${withOthers} ${where}
        order by s.start_date ${order}, s.id ${order} limit $most offset $offset`,
    )
  },
)

interface SessionQuery {
  search?: string | undefined
  status?: SessionState | undefined
  projectId?: string | undefined
  when?: (typeof sessionTimes)[number] | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** Lists sessions, the latest start first, upcoming ones the soonest first; with the total. Without `limit` at most 1000. */
export async function listSessions(scope: TenantScope, query: SessionQuery): Promise<PagedAnswer<Session>> {
  const { search = '', status, projectId, when, limit = LIST_CAP, offset = 0 } = query
  // A whole list is counted by its rows.
  const isPaged = query.limit !== undefined || offset > 0
  const found = await scope.lastRows<Session & { total?: number }>(
    selectSessions({
      viewer: viewerOf(scope),
      isSearched: search !== '',
      isOfStatus: status !== undefined,
      when,
      isPaged,
    }),
    {
      search,
      status,
      projectId: projectId ?? null,
      tenantId: scope.tenantId,
      now: scope.core.clock.now(),
      most: limit + 1,
      offset,
      ...callerOf(scope),
    },
  )
  const total = isPaged ? found[0]?.total : found.length
  return new PagedAnswer<Session>(found, { limit, offset, ...totalOf(total, offset) })
}

const selectSession = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    session,
    `select ${columns} from sessions s ${withOthers} where s.id = $id and ${seenSessions(viewer, 's.id')}`,
  ),
)

/** @throws not-found when the organization has no such session, or none that the caller sees */
export async function getSession(scope: TenantScope, id: string): Promise<Session> {
  const [found] = await scope.rows(selectSession({ viewer: viewerOf(scope) }), {
    id,
    now: scope.core.clock.now(),
    ...callerOf(scope),
  })
  if (!found) throw notFound('Session')
  return found
}

/** Returns the total; past the end of the list no row has it. */
function totalOf(total: number | undefined, offset: number): { total?: number } {
  if (total !== undefined) return { total }
  return offset === 0 ? { total: 0 } : {}
}
