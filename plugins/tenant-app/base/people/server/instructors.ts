import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { invalidField } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { instructor, type Instructor } from '../contract.ts'

const canTeach = `role in ('instructor', 'tenant_admin') and is_active`

const selectInstructors = statement(
  instructor,
  `select id, first_name || ' ' || last_name as name, email from users
    where tenant_id = $tenantId and ${canTeach} and search like (select containing($search))
    order by first_name, last_name, id limit $most offset $offset`,
)

// Shared, so that nobody deactivates the instructor before the session is there.
const lockInstructor = statement(`select id from users where id = $id and ${canTeach} for share`)

/** Lists users who can teach here, by name; 50 by default. */
export async function listInstructors(
  scope: TenantScope,
  {
    search = '',
    limit = 50,
    offset = 0,
  }: { search?: string | undefined; limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<Instructor>> {
  const { tenantId } = scope
  const found = await scope.rows(selectInstructors, {
    tenantId,
    search,
    most: limit + 1,
    offset,
  })
  return new PagedAnswer(found, { limit, offset })
}

/** @throws invalid at `instructorId` unless the user can teach in this organization */
export async function checkInstructor(scope: TenantScope, id: string): Promise<void> {
  const [found] = await scope.rows(lockInstructor, { id })
  if (!found) throw invalidField('instructorId', 'This organization has no active instructor like that')
}
