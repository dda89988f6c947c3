import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { emit } from '#core/server/events/events.ts'
import { guardianSeparated } from './events.ts'

/** True where guardian link `g` separates the guardian from the child, by a restriction or a missing right. */
export const isSeparated = '(g.is_restricted or not g.may_see)'

const selectSeparated = statement(
  z.object({ userId: z.uuid() }),
  `select s.user_id as "userId" from parent_students g
      join students s on s.tenant_id = g.tenant_id and s.id = g.student_id
      where g.tenant_id = $tenantId and g.parent_id = $userId and s.user_id is not null and ${isSeparated}
    union
    select g.parent_id from students s
      join parent_students g on g.tenant_id = s.tenant_id and g.student_id = s.id
      where s.tenant_id = $tenantId and s.user_id = $userId and ${isSeparated}`,
)

/**
 * Lists the users whom a user must not meet: the children that a guardian may not see, and the guardians who may not see
 * a student. The one answer for every feature in which two users read, name or write to each other.
 */
export async function listSeparated(scope: TenantScope, userId: string): Promise<string[]> {
  const rows = await scope.rows(selectSeparated, { tenantId: scope.tenantId, userId })
  return rows.map((row) => row.userId)
}

/** Lists the users whom the caller must not meet; asks nothing where the caller is neither a guardian nor a student. */
export async function listSeparatedFromCaller(scope: TenantScope): Promise<string[]> {
  const { user } = scope.actor
  return user?.role === 'parent' || user?.role === 'student' ? listSeparated(scope, user.id) : []
}

// Shared, so that a restriction of one of these links waits until the two have met, and then separates them.
const lockSeparated = statement(
  z.object({ userId: z.uuid(), isSeparated: z.boolean() }),
  `select case when g.parent_id = $userId then s.user_id else g.parent_id end as "userId", ${isSeparated} as "isSeparated"
    from parent_students g join students s on s.tenant_id = g.tenant_id and s.id = g.student_id
    where g.tenant_id = $tenantId and s.user_id is not null and g.id in (
      select id from parent_students where tenant_id = $tenantId and parent_id = $userId
      union all
      select l.id from students o join parent_students l on l.tenant_id = o.tenant_id and l.student_id = o.id
        where o.tenant_id = $tenantId and o.user_id = $userId)
    order by g.id for share of g`,
)

/**
 * Lists the users whom the caller must not meet, and keeps that list true until the act ends: for acts after which two
 * users go on meeting, such as joining a team.
 */
export async function lockSeparatedFromCaller(scope: TenantScope): Promise<string[]> {
  const { user } = scope.actor
  if (user?.role !== 'parent' && user?.role !== 'student') return []
  const rows = await scope.rows(lockSeparated, { tenantId: scope.tenantId, userId: user.id })
  return rows.flatMap((row) => (row.isSeparated ? [row.userId] : []))
}

const selectAccount = statement(
  z.object({ userId: z.uuid().nullable() }),
  'select user_id as "userId" from students where tenant_id = $tenantId and id = $studentId',
)

/** Announces that a guardian may not see a student any more, so that features end what the two have in common. */
export async function announceSeparation(scope: TenantScope, studentId: string, guardianId: string): Promise<void> {
  const { tenantId } = scope
  const [student] = await scope.rows(selectAccount, { tenantId, studentId })
  const studentUserId = student?.userId ?? null
  await emit(scope, guardianSeparated, { tenantId, guardianId, studentId, studentUserId })
}
