import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { getLocalDay } from '../../../shared/server/time-zone.ts'
import { getGroup } from './groups.ts'
import { isMemberOn } from './policies.ts'

const selectMembers = statement(
  z.object({ id: z.uuid(), userId: z.uuid().nullable() }),
  `select distinct s.id, u.id as "userId" from group_members m
      join students s on s.tenant_id = m.tenant_id and s.id = m.student_id and s.is_active and s.erased_at is null
      left join users u on u.tenant_id = s.tenant_id and u.id = s.user_id and u.is_active
    where m.group_id = $groupId and ${isMemberOn('m', '$today::date')} order by s.id`,
)

/** Accounts of a group's members of today. */
interface GroupAccounts {
  name: string
  userIds: string[]
  /** Number of members who have no account. */
  withoutAccount: number
}

/** Returns the accounts of a group that the caller sees. @throws not-found */
export async function getGroupAccounts(scope: TenantScope, groupId: string): Promise<GroupAccounts> {
  const { name } = await getGroup(scope, groupId)
  const members = await scope.rows(selectMembers, { groupId, today: await getLocalDay(scope) })
  const userIds = members.flatMap(({ userId }) => userId ?? [])
  return { name, userIds, withoutAccount: members.length - userIds.length }
}
