import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { AuditEntry } from '#core/server/audit-entry.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, rowPolicy, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { forbidden, notFound } from '#core/server/errors.ts'
import { MessageModel } from './message.ts'

/** Messages that staff write and follow: admins all, instructors their own. Recipients read theirs by `receivedBy`. */
export const seenMessages = rowPolicy({
  superadmin: 'none',
  tenant_admin: 'all',
  instructor: 'select id from messages where written_by = $caller',
  parent: 'none',
  student: 'none',
})

/** Values of a writer's reach: admins write to all, instructors to sessions that they lead and groups that they staff. */
export interface Writer {
  id: string
  name: string
  isAdmin: boolean
}

/** @throws forbidden for super admins, who write to no family, and for all who are not staff */
export function requireWriter({ actor: { user } }: TenantScope): Writer {
  if (user?.role !== 'tenant_admin' && user?.role !== 'instructor') throw forbidden()
  return { id: user.id, name: user.name, isAdmin: user.role === 'tenant_admin' }
}

// Locked first: of two acts at once the second sees what the first has made of it.
const lockSeenMessage = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    z.object({ id: z.uuid() }),
    `select m.id from messages m where m.id = $id and ${seenMessages(viewer, 'm.id')} for no key update of m`,
  ),
)

/** Locks a message that the caller follows. @throws not-found */
export async function lockMessage(scope: TenantScope, id: string): Promise<MessageModel> {
  const found = await scope.rows(lockSeenMessage({ viewer: viewerOf(scope) }), { id, ...callerOf(scope) })
  if (found.length === 0) throw notFound('Message')
  return MessageModel.query(scope.trx).findById(id).throwIfNotFound()
}

/** Records an act on a message, without its text. */
export const recordMessage = (
  scope: TenantScope,
  id: string,
  entry: Omit<AuditEntry, 'category' | 'resource' | 'resourceId'>,
): Promise<void> => record(scope, { ...entry, category: 'system', resource: 'message', resourceId: id })
