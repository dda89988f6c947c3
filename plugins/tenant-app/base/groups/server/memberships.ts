import { z } from 'zod'
import { referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { conflict, invalidField, notFound } from '#core/server/errors.ts'
import { countText } from '#core/server/texts.ts'
import { getLocalDay } from '../../../shared/server/time-zone.ts'
import type { MemberLeaving, NewMembers } from '../contract.ts'
import { lockGroup } from './groups.ts'
import { endsAfter } from './policies.ts'
import { recordGroup } from './save-groups.ts'

// A new membership begins at the end of one that ends after its first day, so that no day counts twice. A student whose
// membership ends on a future day is still a member.
const insertMemberships = statement(
  z.object({ studentId: z.uuid() }),
  `insert into group_members (group_id, student_id, from_date, created_at)
    select $groupId, s.id, greatest($from::date, (select max(m.until_date) from group_members m
        where m.tenant_id = s.tenant_id and m.group_id = $groupId and m.student_id = s.id)), $now
      from students s where s.id = any($studentIds::uuid[]) and s.erased_at is null and not exists (
        select from group_members m where m.tenant_id = s.tenant_id and m.group_id = $groupId and m.student_id = s.id
          and ${endsAfter('m', '$today::date')})
    on conflict (tenant_id, group_id, student_id) where until_date is null do nothing
    returning student_id as "studentId"`,
)

const isLeaving = `group_id = $groupId and student_id = $studentId and ${endsAfter('group_members', '$today::date')}`

// A membership that would end on its first day covers no day, and is deleted.
const updateEndedMembership = statement(
  z.object({ id: z.uuid() }),
  `with closed as (
      update group_members set until_date = $until::date
        where ${isLeaving} and from_date < $until::date
        returning id
    ), dropped as (
      delete from group_members
        where ${isLeaving} and from_date >= $until::date
        returning id
    )
    select id from closed union all select id from dropped`,
)

const countStudents = statement(
  z.object({ count: z.number() }),
  `select count(*)::int as count from students
    where id = any($studentIds::uuid[]) and is_active and erased_at is null`,
)

/**
 * Adds students to a group from a day on and records it; existing members stay.
 * @throws not-found, conflict at `studentIds` for an archived group, invalid at `from` for a future day and at `studentIds`
 *   unless all of them are active students of the organization
 */
export async function addMembers(
  scope: TenantScope,
  groupId: string,
  { studentIds, from }: NewMembers,
): Promise<{ addedIds: string[] }> {
  const group = await lockGroup(scope, groupId)
  if (group.archivedAt) throw conflict('studentIds', 'This group is archived. Restore it to add students.')
  const [known] = await scope.rows(countStudents, { studentIds })
  if (known?.count !== studentIds.length) {
    throw invalidField('studentIds', 'At least one of them is no longer an active student of this organization')
  }
  const { day, today } = await pastDay(scope, 'from', from)
  const values = { groupId, studentIds, from: day, today, now: scope.core.clock.now() }
  const addedIds = (await scope.rows(insertMemberships, values)).map(({ studentId }) => studentId)
  if (addedIds.length > 0) {
    await recordGroup(scope, groupId, {
      action: 'group.members-added',
      description: `Added ${countText(addedIds.length, 'student')} to the group ${group.name}`,
      metadata: { studentIds: addedIds, from: day },
    })
  }
  return { addedIds }
}

/**
 * Ends the membership of a student and records it; its history stays.
 * @throws not-found unless the student is a member, invalid at `until` for a future day
 */
export async function removeMember(
  scope: TenantScope,
  groupId: string,
  studentId: string,
  { until }: MemberLeaving,
): Promise<void> {
  const group = await lockGroup(scope, groupId)
  const { day, today } = await pastDay(scope, 'until', until)
  const ended = await scope.rows(updateEndedMembership, { groupId, studentId, until: day, today })
  if (ended.length === 0) throw notFound('Member')
  await recordGroup(scope, groupId, {
    action: 'group.member-removed',
    description: `Removed ${referTo('student', studentId)} from the group ${group.name}`,
    metadata: { studentIds: [studentId], until: day },
  })
}

/** Returns today, and the given day or today. @throws invalid at the field for a future day */
async function pastDay(
  scope: TenantScope,
  field: string,
  given: string | undefined,
): Promise<{ day: string; today: string }> {
  const today = await getLocalDay(scope)
  if (given && given > today) throw invalidField(field, 'Enter today or a day before')
  return { day: given ?? today, today }
}
