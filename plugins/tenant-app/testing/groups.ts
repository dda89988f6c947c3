import { create, randomText } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'
import type { Group, NewGroup } from '../base/groups/contract.ts'

/** Creates a group with members through the endpoints. */
export async function createGroupOf(
  by: Client,
  studentIds: readonly string[] = [],
  given: Partial<NewGroup> = {},
): Promise<Group> {
  const group = await create<Group>(by, '/api/groups', { name: randomText(), kind: 'class', ...given })
  if (studentIds.length > 0) await by.post(`/api/groups/${group.id}/members`, { studentIds })
  return group
}
