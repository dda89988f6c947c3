import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { requireStudent } from '../../families/server/children.ts'
import { getLocalDay } from '../../../shared/server/time-zone.ts'
import { studentGroup, type StudentGroup } from '../contract.ts'
import { isMemberOn, seenGroups } from './policies.ts'

const selectStudentGroups = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    studentGroup,
    `select g.id, g.name, g.kind, g.season, g.color from groups g
      where g.archived_at is null and ${seenGroups(viewer, 'g.id')} and g.id in (select m.group_id from group_members m
        where m.student_id = $studentId and ${isMemberOn('m', '$today::date')})
      order by fold(g.name), g.id limit 100`,
  ),
)

/** Lists a student's groups of today that the caller may see. @throws not-found */
export async function listStudentGroups(scope: TenantScope, studentId: string): Promise<StudentGroup[]> {
  await requireStudent(scope, studentId)
  const today = await getLocalDay(scope)
  return scope.rows(selectStudentGroups({ viewer: viewerOf(scope) }), { studentId, today, ...callerOf(scope) })
}
