import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { countText } from '#core/server/texts.ts'

export interface MembershipCounts {
  groupsAdded: number
  membershipsAdded: number
  /** Memberships with other days than before, including ended ones. */
  membershipsChanged: number
  staffAdded: number
}

/** Records the group memberships of an import in one entry: there are thousands of them. */
export async function recordMemberships(scope: TenantScope, importId: string, counts: MembershipCounts): Promise<void> {
  const { groupsAdded, membershipsAdded, membershipsChanged, staffAdded } = counts
  if (groupsAdded + membershipsAdded + membershipsChanged + staffAdded === 0) return
  const added = [
    countText(membershipsAdded, 'membership'),
    countText(groupsAdded, 'group'),
    countText(staffAdded, 'staff member'),
  ].join(', ')
  await record(scope, {
    action: 'students.import-grouped',
    category: 'system',
    description: `An import of students added ${added}, and changed ${countText(membershipsChanged, 'membership')}`,
    resource: 'student-import',
    resourceId: importId,
    after: { ...counts },
  })
}
