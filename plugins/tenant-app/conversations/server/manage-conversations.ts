import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, forbidden, invalidField } from '#core/server/errors.ts'
import { ConversationModel } from './conversation.ts'
import { getConversation } from './conversations.ts'
import { lockConversation, recordConversation, requireMember } from './policies.ts'

function requireStaff(scope: TenantScope): void {
  if (!requireMember(scope).isStaff) throw forbidden()
}

/** Closes a conversation, which waits for no answer then, or reopens it. @throws forbidden, not-found */
export async function changeStatus(
  scope: TenantScope,
  id: string,
  { status }: { status: 'open' | 'closed' },
): Promise<void> {
  requireStaff(scope)
  const found = await lockConversation(scope, id)
  if (found.status === status) return
  const answered = status === 'closed' ? { waitingSince: null, answerDueAt: null } : {}
  await ConversationModel.query(scope.trx)
    .findById(id)
    .patch({ status, ...answered })
  await recordConversation(scope, id, {
    action: status === 'closed' ? 'conversation.closed' : 'conversation.reopened',
    description: status === 'closed' ? 'Closed a conversation' : 'Reopened a conversation',
  })
}

/** Assigns a conversation to staff who take part. @throws forbidden, not-found, invalid at `userId` */
export async function assignConversation(
  scope: TenantScope,
  id: string,
  { userId }: { userId: string | null },
): Promise<void> {
  requireStaff(scope)
  await lockConversation(scope, id)
  const { assignable } = await getConversation(scope, id)
  if (userId !== null && !assignable.some((one) => one.id === userId)) {
    throw invalidField('userId', 'Choose staff who take part in this conversation')
  }
  await ConversationModel.query(scope.trx).findById(id).patch({ assignedTo: userId })
  await recordConversation(scope, id, {
    action: 'conversation.assigned',
    description: userId === null ? 'Unassigned a conversation' : 'Assigned a conversation',
  })
}

// Locked with the check: a restriction of one of the links waits until the other guardian is in, and then hides it.
const lockLinks = statement(
  z.object({ parentId: z.uuid(), isFree: z.boolean() }),
  `select l.parent_id as "parentId", l.may_see and not l.is_restricted as "isFree" from parent_students l
    where l.student_id = $studentId and (l.parent_id = $guardianId or l.parent_id in (
      select p.user_id from conversation_members p where p.conversation_id = $id and p.role = 'guardian'))
    order by l.id for share of l`,
)

const countGuardians = statement(
  z.object({ count: z.number() }),
  `select count(*)::int as count from conversation_members
    where conversation_id = $id and role = 'guardian' and user_id <> $guardianId`,
)

const insertGuardian = statement(
  z.object({ id: z.uuid() }),
  `insert into conversation_members (conversation_id, user_id, role, created_at)
    select $id, u.id, 'guardian', $now from users u where u.tenant_id = $tenantId and u.id = $guardianId and u.is_active
    on conflict do nothing returning id`,
)

/**
 * Adds another guardian of the child, who then reads all of the conversation.
 * @throws forbidden, not-found, conversation.general (409), conversation.not-added (409), invalid at `guardianId`
 */
export async function addConversationGuardian(
  scope: TenantScope,
  id: string,
  { guardianId }: { guardianId: string },
): Promise<void> {
  requireStaff(scope)
  const { studentId } = await lockConversation(scope, id)
  if (studentId === null) {
    throw new AppError('conversation.general', 409, 'A conversation about no child has one guardian')
  }
  const links = await scope.rows(lockLinks, { id, studentId, guardianId })
  if (!links.some(({ parentId }) => parentId === guardianId)) {
    throw invalidField('guardianId', 'Choose a guardian of this child')
  }
  const [present] = await scope.rows(countGuardians, { id, guardianId })
  // A member who is no guardian of the child any more counts as one who is restricted.
  const others = links.filter(({ parentId }) => parentId !== guardianId)
  if (links.some(({ isFree }) => !isFree) || others.length < (present?.count ?? 0)) {
    throw new AppError('conversation.not-added', 409, 'These guardians can’t be in one conversation')
  }
  const { tenantId, core } = scope
  const added = await scope.rows(insertGuardian, { id, guardianId, tenantId, now: core.clock.now() })
  if (added.length === 0) throw invalidField('guardianId', 'This guardian takes part already')
  await recordConversation(scope, id, {
    action: 'conversation.guardian-added',
    description: 'Added a guardian to a conversation',
  })
}
