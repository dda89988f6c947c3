import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { AuditEntry } from '#core/server/audit-entry.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, rowPolicy, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { forbidden, notFound } from '#core/server/errors.ts'
import { instructedBy, meetingsWithSessions } from '../../base/people/server/meeting-instructors.ts'
import { ConversationModel } from './conversation.ts'

/**
 * SQL: true where a guardian may read conversation `c`: one who sees the child. A general one is hidden from guardians who
 * are restricted for any child, or who have none. @param user SQL of the guardian's id
 */
export const isGuardianOf = (user: string) => `(case when c.student_id is null
  then exists (select from parent_students l where l.tenant_id = c.tenant_id and l.parent_id = ${user} and l.may_see)
    and not exists (select from parent_students l where l.tenant_id = c.tenant_id and l.parent_id = ${user} and l.is_restricted)
  else exists (select from parent_students l where l.tenant_id = c.tenant_id and l.parent_id = ${user}
    and l.student_id = c.student_id and l.may_see and not l.is_restricted) end)`

/** SQL: true where a user is an instructor of the team of conversation `c`. @param user SQL of the id */
export const isInTeamOf = (user: string) => `(
  exists (select from ${meetingsWithSessions} where m.tenant_id = c.tenant_id and m.session_id = c.session_id
    and ${instructedBy(user)})
  or exists (select from ${meetingsWithSessions} where s.tenant_id = c.tenant_id and s.series_id = c.series_id
    and ${instructedBy(user)})
  or exists (select from group_staff g where g.tenant_id = c.tenant_id and g.group_id = c.group_id and g.user_id = ${user}))`

/** SQL: true where a user is staff who take part in conversation `c`. @param user SQL of the row */
export const takesPart = (user: string) => `(${user}.is_active and (${user}.role = 'tenant_admin'
  or ${user}.role = 'instructor' and ${isInTeamOf(`${user}.id`)}))`

/** Conversations: admins read all, instructors those of their sessions and groups, guardians those that they are in. */
export const seenConversations = rowPolicy({
  superadmin: 'none',
  tenant_admin: 'all',
  instructor: `select c.id from conversations c where ${isInTeamOf('$caller')}`,
  parent: `select c.id from conversation_members p join conversations c on c.tenant_id = p.tenant_id and c.id = p.conversation_id
    where p.user_id = $caller and p.role = 'guardian' and ${isGuardianOf('$caller')}`,
  student: 'none',
})

/** User who reads and writes in conversations. */
export interface Member {
  id: string
  name: string
  isStaff: boolean
}

/** @throws forbidden for super admins, who read no family's conversation, and for students, who are in none */
export function requireMember({ actor: { user } }: TenantScope): Member {
  if (!user || user.role === 'superadmin' || user.role === 'student') throw forbidden()
  return { id: user.id, name: user.name, isStaff: user.role !== 'parent' }
}

const selectSeenConversation = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    z.object({ id: z.uuid() }),
    `select c.id from conversations c where c.id = $id and ${seenConversations(viewer, 'c.id')}`,
  ),
)

/** @throws not-found for a conversation that the caller does not read */
export async function requireConversation(scope: TenantScope, id: string): Promise<void> {
  const found = await scope.rows(selectSeenConversation({ viewer: viewerOf(scope) }), { id, ...callerOf(scope) })
  if (found.length === 0) throw notFound('Conversation')
}

// Locked first: of two acts at once the second sees what the first has made of it.
const lockSeenConversation = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    z.object({ id: z.uuid() }),
    `select c.id from conversations c where c.id = $id and ${seenConversations(viewer, 'c.id')} for no key update of c`,
  ),
)

/** Locks a conversation that the caller reads. @throws not-found */
export async function lockConversation(scope: TenantScope, id: string): Promise<ConversationModel> {
  const found = await scope.rows(lockSeenConversation({ viewer: viewerOf(scope) }), { id, ...callerOf(scope) })
  if (found.length === 0) throw notFound('Conversation')
  return ConversationModel.query(scope.trx).findById(id).throwIfNotFound()
}

const selectConversationOf = statement(
  z.object({ id: z.uuid() }),
  'select conversation_id as id from conversation_posts where id = $postId',
)

/** Locks the conversation of a post that the caller reads. @throws not-found */
export async function lockConversationOf(scope: TenantScope, postId: string): Promise<ConversationModel> {
  const [found] = await scope.rows(selectConversationOf, { postId })
  if (!found) throw notFound('Post')
  return lockConversation(scope, found.id)
}

/** Records an act in a conversation, without what was written. */
export const recordConversation = (
  scope: TenantScope,
  id: string,
  entry: Omit<AuditEntry, 'category' | 'resource' | 'resourceId'>,
): Promise<void> => record(scope, { ...entry, category: 'system', resource: 'conversation', resourceId: id })
