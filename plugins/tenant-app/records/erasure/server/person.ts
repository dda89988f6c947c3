import { z } from 'zod'
import { role } from '#core/contract/fields.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import type { ErasedKind } from '../contract.ts'

const personRow = z.object({
  id: z.uuid(),
  name: z.string(),
  role: role.nullable(),
  hasAccount: z.boolean(),
  /** User of the student's own account. */
  userId: z.uuid().nullable(),
  isActive: z.boolean(),
})
type Row = z.infer<typeof personRow>

/** Locks the person to the end of the transaction, so that of two concurrent erasures the second finds no row. */
const lockQueries: Record<ErasedKind, string> = {
  student: `select id, first_name || ' ' || last_name as name, null as role, false as "hasAccount", user_id as "userId",
      is_active as "isActive"
    from students where id = $id and erased_at is null for update`,
  user: `select id, first_name || ' ' || last_name as name, role, password_hash is not null as "hasAccount",
      null::uuid as "userId", is_active as "isActive"
    from users where id = $id and tenant_id = $tenantId for update`,
  collector: `select id, name, null as role, false as "hasAccount", null::uuid as "userId", true as "isActive"
    from collectors where id = $id for update`,
}

const statements = {
  student: statement(personRow, lockQueries.student),
  user: statement(personRow, lockQueries.user),
  collector: statement(personRow, lockQueries.collector),
}

export interface FoundPerson extends Row {
  kind: ErasedKind
  called: string
}

const names: Record<string, string> = {
  tenant_admin: 'admin',
  instructor: 'instructor',
  parent: 'guardian',
  student: 'student account',
}

function calledOf(kind: ErasedKind, { role: held, hasAccount }: Row): string {
  if (kind === 'student') return 'student'
  if (kind === 'collector') return 'authorized pickup'
  return held === 'parent' && !hasAccount ? 'contact' : (names[held ?? ''] ?? 'person')
}

/** Locks and reads a person of the organization. @throws not-found, also for an erased person */
export async function lockPerson(scope: TenantScope, kind: ErasedKind, id: string): Promise<FoundPerson> {
  const asked = statements[kind]
  const values = { id, tenantId: scope.tenantId }
  const [found] = await scope.rows(asked, kind === 'user' ? values : { id })
  if (!found) throw notFound('Person')
  return { ...found, kind, called: calledOf(kind, found) }
}

// The student is locked, as in all code that changes authorized pickups.
const selectCollectorIds = statement(
  z.object({ id: z.uuid() }),
  'select id from collectors where student_id = $id order by id',
)

/** Lists the people who are erased together: with a student the account, and the child's authorized pickups. */
export async function listErasedTogether(scope: TenantScope, { kind, id, userId, called }: FoundPerson) {
  const collectors = kind === 'student' ? await scope.rows(selectCollectorIds, { id }) : []
  return [
    { kind, id, called },
    ...(userId === null ? [] : [{ kind: 'user' as const, id: userId, called: 'student account' }]),
    ...collectors.map((one) => ({ kind: 'collector' as const, id: one.id, called: 'authorized pickup' })),
  ]
}
