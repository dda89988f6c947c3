import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { conflict, invalidField, notFound } from '#core/server/errors.ts'
import { GuardianLinkModel } from './guardian-link.ts'

/** Guardians of one student. */
export const MAX_GUARDIANS = 20

export interface NewGuardianLink {
  /** A parent of the organization. */
  userId: string
  /** 'parent' by default; at most 50 characters. */
  relationship?: string
  /** From 1; others move back. After all others by default. */
  contactOrder?: number
  /** Each of the four is true by default. */
  maySee?: boolean
  mayBeTold?: boolean
  mayCollect?: boolean
  livesWithChild?: boolean
}

/**
 * Makes somebody a guardian of a student. Who is one already stays as they are, and moves only where an order is given.
 * The act that it belongs to records it.
 * @throws not-found when the organization has no such student, invalid at `userId` unless it is an active parent,
 *   conflict at `userId` beyond 20 guardians
 */
export async function linkGuardian(
  scope: TenantScope,
  studentId: string,
  { userId, contactOrder, ...given }: NewGuardianLink,
): Promise<{ id: string; isNew: boolean }> {
  await lockGuardians(scope, studentId)
  const present = await scope.rows(selectLinksInOrder, { studentId })
  const known = present.find(({ parentId }) => parentId === userId)
  const others = present.flatMap(({ id }) => (id === known?.id ? [] : [id]))
  if (known) {
    if (contactOrder !== undefined) await arrange(scope, others.toSpliced(contactOrder - 1, 0, known.id))
    return { id: known.id, isNew: false }
  }
  await checkParent(scope, userId)
  if (others.length >= MAX_GUARDIANS) throw conflict('userId', `A student has at most ${MAX_GUARDIANS} guardians`)
  const place = Math.min(contactOrder ?? Infinity, others.length + 1)
  const now = scope.core.clock.now().toISOString()
  const { id } = await GuardianLinkModel.query(scope.trx).insert({
    ...given,
    parentId: userId,
    studentId,
    contactOrder: place,
    createdAt: now,
    updatedAt: now,
  })
  await arrange(scope, others.toSpliced(place - 1, 0, id))
  return { id, isNew: true }
}

const lockStudent = statement(
  z.object({ id: z.uuid() }),
  'select id from students where id = $studentId for no key update',
)

/**
 * Held to the end of the transaction, so that a student's guardians and their order are changed by one at a time.
 * @throws not-found when the organization has no such student
 */
export async function lockGuardians(scope: TenantScope, studentId: string): Promise<void> {
  const [found] = await scope.rows(lockStudent, { studentId })
  if (!found) throw notFound('Student')
}

const selectLinksInOrder = statement(
  z.object({ id: z.uuid(), parentId: z.uuid() }),
  'select id, parent_id as "parentId" from parent_students where student_id = $studentId order by contact_order',
)

const updateContactOrder = statement(
  `update parent_students p set contact_order = o.place
    from unnest($ids::uuid[]) with ordinality o (id, place) where p.id = o.id and p.contact_order <> o.place`,
)

/** Numbers a student's guardians from 1 on. All of them must be given, and be locked. */
export async function arrange(scope: TenantScope, ids: readonly string[]): Promise<void> {
  await scope.rows(updateContactOrder, { ids })
}

// Shared, so that nobody deactivates the guardian before the link is there.
const lockParent = statement(
  z.object({ id: z.uuid() }),
  `select id from users where id = $userId and role = 'parent' and is_active for share`,
)

async function checkParent(scope: TenantScope, userId: string): Promise<void> {
  const [found] = await scope.rows(lockParent, { userId })
  if (!found) throw invalidField('userId', 'This organization has no active parent like that')
}
