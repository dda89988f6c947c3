import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'

/** SQL: true if a guardian of a student who may see the student has an account. @param student alias of the table */
export const hasAccount = (student: string) => `exists (select from parent_students p
    join users u on u.tenant_id = p.tenant_id and u.id = p.parent_id
  where p.tenant_id = ${student}.tenant_id and p.student_id = ${student}.id and u.is_active
    and u.password_hash is not null and p.may_see and not p.is_restricted)`

const countFamilies = statement(
  z.object({ families: z.number() }),
  `select count(*)::int as families from students s
    where s.is_active and s.erased_at is null and not exists (
      select from parent_students p join users u on u.tenant_id = p.tenant_id and u.id = p.parent_id
        left join invitations i on i.user_id = u.id and i.accepted_at is null and i.expires_at > $now::timestamptz
      where p.tenant_id = s.tenant_id and p.student_id = s.id and u.is_active
        and (u.password_hash is not null or i.user_id is not null))`,
)

/** Counts active students none of whose guardians has an account or an open invitation. */
export async function countUnreached(scope: TenantScope): Promise<{ families: number }> {
  const [counted] = await scope.rows(countFamilies, { now: scope.core.clock.now() })
  return { families: counted?.families ?? 0 }
}
