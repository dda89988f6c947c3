import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { invalidField } from '#core/server/errors.ts'
import { countText } from '#core/server/texts.ts'
import type { Group } from '../contract.ts'
import { getGroup, lockGroup } from './groups.ts'
import { recordGroup } from './save-groups.ts'

const selectStaff = statement(
  z.object({ id: z.uuid() }),
  `select id from users where id = any($userIds::uuid[]) and tenant_id = $tenantId
    and role in ('instructor', 'tenant_admin') and is_active`,
)

const deleteStaff = statement(
  z.object({ userId: z.uuid() }),
  `delete from group_staff where group_id = $groupId and user_id <> all($userIds::uuid[])
    returning user_id as "userId"`,
)

const insertStaff = statement(
  z.object({ userId: z.uuid() }),
  `insert into group_staff (group_id, user_id, created_at) select $groupId, id, $now from unnest($userIds::uuid[]) u (id)
    on conflict (tenant_id, group_id, user_id) do nothing returning user_id as "userId"`,
)

/** Sets the staff of a group. @throws not-found, invalid at `userIds` for users who are not active staff */
export async function setStaff(
  scope: TenantScope,
  groupId: string,
  { userIds }: { userIds: readonly string[] },
): Promise<Group> {
  const group = await lockGroup(scope, groupId)
  const former = new Set(group.staff.map(({ id }) => id))
  const added = userIds.filter((id) => !former.has(id))
  const known = await scope.rows(selectStaff, { userIds: added, tenantId: scope.tenantId })
  if (known.length < added.length) {
    throw invalidField('userIds', 'At least one of them is not an active admin or instructor of this organization')
  }
  const removed = await scope.rows(deleteStaff, { groupId, userIds })
  await scope.rows(insertStaff, { groupId, userIds: added, now: scope.core.clock.now() })
  if (added.length + removed.length === 0) return group
  await recordGroup(scope, groupId, {
    action: 'group.staff-changed',
    description: `Chose ${countText(userIds.length, 'staff member')} for the group ${group.name}`,
    metadata: { addedIds: added, removedIds: removed.map(({ userId }) => userId) },
  })
  return getGroup(scope, groupId)
}
