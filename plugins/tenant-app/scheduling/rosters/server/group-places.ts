import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { invalidField } from '#core/server/errors.ts'
import { countText } from '#core/server/texts.ts'
import { lockGroup, getGroup } from '../../../base/groups/server/groups.ts'
import { listMembers } from '../../../base/groups/server/members.ts'
import { MAX_BATCH_SIZE } from '../contract.ts'
import { lockSession } from './lock-session.ts'
import { countUpcoming, dropGroupReasons, keepReasons, listHeldByGroup, lockUpcoming } from './place-reasons.ts'
import { givePlaces } from './places.ts'
import { leaveSession, type Registered } from './register-students.ts'

/** Counts upcoming sessions of a group, or those where it is the only reason for a student's place. @throws not-found */
export async function countGroupSessions(
  scope: TenantScope,
  groupId: string,
  { studentId }: { studentId?: string | undefined },
): Promise<{ count: number }> {
  await getGroup(scope, groupId)
  const count = studentId
    ? (await listHeldByGroup(scope, groupId, studentId)).length
    : await countUpcoming(scope, groupId)
  return { count }
}

/**
 * Registers members of a group for all upcoming sessions that it is registered for.
 * @throws not-found, invalid at `studentIds` for students who are not active members
 */
export async function giveGroupPlaces(
  scope: TenantScope,
  groupId: string,
  { studentIds }: { studentIds: readonly string[] },
): Promise<Registered & { sessions: number }> {
  const { name } = await lockGroup(scope, groupId)
  const memberIds = new Set(await listActiveMemberIds(scope, groupId))
  if (studentIds.some((id) => !memberIds.has(id))) {
    throw invalidField('studentIds', 'At least one of them is not an active member of this group')
  }
  const sessionIds = await lockUpcoming(scope, groupId)
  const places = await keepReasons(scope, { sessionIds, studentIds, groupId }, () =>
    givePlaces(scope, sessionIds, studentIds),
  )
  if (places.registered + places.waitlisted > 0) {
    await record(scope, {
      action: 'session.students-registered',
      category: 'system',
      description: `Registered ${countText(studentIds.length, 'student')} for ${countText(sessionIds.length, 'session')} of the group ${name}`,
      resource: 'group',
      resourceId: groupId,
      metadata: { studentIds, sessionIds },
    })
  }
  return { sessions: sessionIds.length, ...places }
}

/** Removes a student from the upcoming sessions where the group is the only reason for the place. @throws not-found */
export async function endGroupPlaces(
  scope: TenantScope,
  groupId: string,
  studentId: string,
): Promise<{ sessions: number }> {
  await lockGroup(scope, groupId)
  await lockUpcoming(scope, groupId)
  const sessionIds = await listHeldByGroup(scope, groupId, studentId)
  for (const sessionId of sessionIds) {
    await leaveSession(scope, await lockSession(scope, sessionId), studentId, 'cancelled')
  }
  await dropGroupReasons(scope, groupId, studentId)
  return { sessions: sessionIds.length }
}

/** Lists the ids of a group's active members today, by name. @throws not-found */
async function listActiveMemberIds(scope: TenantScope, groupId: string): Promise<string[]> {
  const { rows } = await listMembers(scope, groupId, {})
  return rows.filter(({ isActive }) => isActive).map(({ studentId }) => studentId)
}

/** Selects the students to register: the given ones, or all active members of the group. @throws not-found, invalid */
export async function chooseStudents(
  scope: TenantScope,
  { studentIds, groupId }: { studentIds: readonly string[]; groupId: string | null },
): Promise<readonly string[]> {
  if (groupId === null) return studentIds
  if (studentIds.length > 0) {
    await getGroup(scope, groupId)
    return studentIds
  }
  const memberIds = await listActiveMemberIds(scope, groupId)
  if (memberIds.length === 0) throw invalidField('groupId', 'This group has no active members')
  if (memberIds.length > MAX_BATCH_SIZE) {
    throw invalidField(
      'groupId',
      `This group has more than ${MAX_BATCH_SIZE} members. Register some of them at a time.`,
    )
  }
  return memberIds
}
