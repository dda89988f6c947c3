import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import type { Scope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { invalidField } from '#core/server/errors.ts'

const mayTeach = `u.tenant_id = $tenantId and u.is_active and u.role in ('instructor', 'tenant_admin')`

const selectInstructors = statement(
  z.object({ id: z.uuid(), name: z.string() }),
  `select u.id, btrim(u.first_name || ' ' || u.last_name) as name from users u where ${mayTeach}
    order by u.last_name, u.first_name, u.id limit ${LIST_CAP}`,
)

/** Lists users who can teach a course of the scope's organization. The platform's courses have no instructor. */
export async function listInstructors(scope: Scope): Promise<{ id: string; name: string }[]> {
  return scope.kind === 'tenant' ? scope.rows(selectInstructors, { tenantId: scope.tenantId }) : []
}

const selectInstructor = statement(
  z.object({ id: z.uuid() }),
  `select u.id from users u where ${mayTeach} and u.id = $id`,
)

/** @throws invalid at `instructorId` for a user who cannot teach a course of the scope */
export async function checkInstructor(scope: Scope, id: string | null | undefined): Promise<void> {
  if (!id) return
  const found = scope.kind === 'tenant' ? await scope.rows(selectInstructor, { tenantId: scope.tenantId, id }) : []
  if (found.length === 0) throw invalidField('instructorId', 'Choose an instructor or admin of the organization')
}
