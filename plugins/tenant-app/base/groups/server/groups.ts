import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { countedPage, type PagedAnswer } from '#core/server/http/answers.ts'
import { getLocalDay } from '../../../shared/server/time-zone.ts'
import { group, type Group, type GroupKind } from '../contract.ts'
import { isMemberOn, seenGroups } from './policies.ts'

const columns = `g.id, g.name, g.kind, g.season, g.color, g.archived_at as "archivedAt", g.source,
  g.updated_at as "updatedAt",
  (select count(distinct m.student_id)::int from group_members m join students s on s.id = m.student_id
    where m.tenant_id = g.tenant_id and m.group_id = g.id and ${isMemberOn('m', '$today::date')}
      and s.erased_at is null) as "memberCount",
  coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name)
      order by u.first_name, u.last_name, u.id)
    from group_staff t join users u on u.tenant_id = t.tenant_id and u.id = t.user_id
    where t.tenant_id = g.tenant_id and t.group_id = g.id), '[]') as staff`

const selectGroups = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    group.extend({ total: z.number() }),
    `select ${columns}, count(*) over () as total from groups g
      where ${seenGroups(viewer, 'g.id')} and (g.archived_at is not null) = $isArchived::boolean
        and ($kind::text is null or g.kind = $kind)
        and fold(g.name || ' ' || g.season) like (select containing($search))
      order by fold(g.name), fold(g.season), g.id limit $most offset $offset`,
  ),
)

interface GroupQuery {
  search?: string | undefined
  status?: 'active' | 'archived'
  kind?: GroupKind | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** Lists the groups that the caller may see, by name, with the total. */
export async function listGroups(
  scope: TenantScope,
  { search = '', status = 'active', kind, limit = LIST_CAP, offset = 0 }: GroupQuery,
): Promise<PagedAnswer<Group>> {
  const found = await scope.rows(selectGroups({ viewer: viewerOf(scope) }), {
    search,
    isArchived: status === 'archived',
    kind: kind ?? null,
    today: await getLocalDay(scope),
    most: limit + 1,
    offset,
    ...callerOf(scope),
  })
  return countedPage(found, { limit, offset })
}

const selectGroup = variants({ viewer: viewers, isLocked: [true, false] }, ({ viewer, isLocked }) =>
  statement(
    group,
    `select ${columns} from groups g where g.id = $id and ${seenGroups(viewer, 'g.id')}
      ${isLocked ? 'for no key update of g' : ''}`,
  ),
)

async function findGroup(scope: TenantScope, id: string, isLocked: boolean): Promise<Group> {
  const today = await getLocalDay(scope)
  const [found] = await scope.rows(selectGroup({ viewer: viewerOf(scope), isLocked }), {
    id,
    today,
    ...callerOf(scope),
  })
  if (!found) throw notFound('Group')
  return found
}

/** @throws not-found when the organization has no such group, or none that the caller sees */
export const getGroup = (scope: TenantScope, id: string): Promise<Group> => findGroup(scope, id, false)

/** Locks and reads a group to the end of the transaction, so that its members change one at a time. @throws not-found */
export const lockGroup = (scope: TenantScope, id: string): Promise<Group> => findGroup(scope, id, true)
