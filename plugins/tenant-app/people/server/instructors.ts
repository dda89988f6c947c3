import type { TenantScope } from '#core/server/core.ts'
import { containing } from '#core/server/database/like.ts'
import { invalidField } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import type { Instructor } from '../contract.ts'

const canTeach = `role in ('instructor', 'tenant_admin') and is_active`

/** Who can teach here, by name; 50 unless said otherwise. */
export async function listInstructors(
  scope: TenantScope,
  {
    search = '',
    limit = 50,
    offset = 0,
  }: { search?: string | undefined; limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<Instructor>> {
  const found = await scope.rows<Instructor>(
    'instructors.list',
    `select id, first_name || ' ' || last_name as name, email from users
      where tenant_id = $1 and ${canTeach} and search like $2
      order by first_name, last_name, id limit $3 offset $4`,
    [scope.tenantId, containing(search.toLowerCase()), limit + 1, offset],
  )
  return new PagedAnswer(found, { limit, offset })
}

/** @throws invalid at `instructorId` unless the user can teach in this organization */
export async function checkInstructor(scope: TenantScope, id: string): Promise<void> {
  // Shared, so that nobody deactivates the instructor before the session is there.
  const [found] = await scope.rows('instructors.one', `select id from users where id = $1 and ${canTeach} for share`, [
    id,
  ])
  if (!found) throw invalidField('instructorId', 'This organization has no active instructor like that')
}
