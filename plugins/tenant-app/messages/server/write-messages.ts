import { changedFields } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { AppError, invalidField } from '#core/server/errors.ts'
import { deleteFile } from '#core/server/files/files.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import { MAX_URGENT_BODY, type Message, type MessageChange, type NewMessage } from '../contract.ts'
import { MessageFileModel, MessageModel } from './message.ts'
import { getMessage } from './messages.ts'
import { lockMessage, recordMessage, requireWriter } from './policies.ts'
import { requireReach } from './preview.ts'

/** Drafts a message. @throws forbidden where an instructor writes to others than the own sessions and groups */
export async function createMessage(scope: TenantScope, input: NewMessage): Promise<Message> {
  const writer = requireWriter(scope)
  await requireReach(scope, input.audience, writer)
  const now = scope.core.clock.now().toISOString()
  const { id } = await MessageModel.query(scope.trx).insert({
    ...input,
    writtenBy: writer.id,
    writtenByName: writer.name,
    createdAt: now,
    updatedAt: now,
  })
  await recordMessage(scope, id, { action: 'message.drafted', description: 'Drafted a message' })
  return getMessage(scope, id)
}

const notDraftError = () => new AppError('message.not-draft', 409, 'This message is not a draft any more')

/** Locks a draft that the caller follows. @throws not-found, message.not-draft (409) */
export async function lockDraft(scope: TenantScope, id: string): Promise<MessageModel> {
  const found = await lockMessage(scope, id)
  if (found.status !== 'draft') throw notDraftError()
  return found
}

/** Changes a draft. @throws not-found, message.not-draft (409), outdated (409), forbidden, invalid at `body` */
export async function updateMessage(
  scope: TenantScope,
  id: string,
  { updatedAt, ...change }: MessageChange,
): Promise<Message> {
  const found = await lockDraft(scope, id)
  refuseOutdated('this message', found.updatedAt, updatedAt)
  const { before, after } = changedFields<Omit<MessageChange, 'updatedAt'>>(found, change)
  if (Object.keys(after).length === 0) return getMessage(scope, id)
  const { kind = found.kind, body = found.body, audience = found.audience } = after
  if (kind === 'urgent' && body.length > MAX_URGENT_BODY) {
    throw invalidField('body', `An urgent message has at most ${MAX_URGENT_BODY} characters`)
  }
  await requireReach(scope, audience, requireWriter(scope))
  await MessageModel.query(scope.trx)
    .findById(id)
    .patch({ ...(after as Partial<MessageModel>), updatedAt: nextVersion(scope.core.clock, found.updatedAt) })
  // The text is for its recipients; the log says which fields were changed.
  const fields = Object.keys(before)
  await recordMessage(scope, id, { action: 'message.changed', description: 'Changed a draft', metadata: { fields } })
  return getMessage(scope, id)
}

/** Deletes a draft with its files. @throws not-found, message.not-draft (409) */
export async function deleteMessage(scope: TenantScope, id: string): Promise<void> {
  await lockDraft(scope, id)
  const files = await MessageFileModel.query(scope.trx).where({ messageId: id }).delete().returning('id')
  for (const file of files) await deleteFile(scope, file.id)
  await MessageModel.query(scope.trx).deleteById(id)
  await recordMessage(scope, id, { action: 'message.deleted', description: 'Deleted a draft' })
}
