import { z } from 'zod'
import type { FileKind, Scope, TenantScope } from '#core/server/core.ts'
import type { KeptFile } from '#core/server/files/kept-file.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { AppError, notFound } from '#core/server/errors.ts'
import { deleteFile } from '#core/server/files/files.ts'
import { mediaKinds } from '#core/server/files/media-types.ts'
import { refuseProgram } from '#core/server/files/programs.ts'
import { MAX_FILE_BYTES, MAX_FILES } from '../contract.ts'
import { MessageFileModel } from './message.ts'
import { recordMessage, seenMessages } from './policies.ts'
import { isVisible } from './visible.ts'
import { lockDraft } from './write-messages.ts'

const selectReached = variants({ viewer: viewers, isChanged: [true, false] }, ({ viewer, isChanged }) =>
  statement(
    z.object({ id: z.uuid() }),
    `select m.id from messages m where m.id = $ownerId and ((${seenMessages(viewer, 'm.id')}
        ${isChanged ? `and m.status = 'draft'` : ''})
      ${
        isChanged
          ? ''
          : `or exists (select from message_recipients r where r.tenant_id = m.tenant_id and r.message_id = m.id
        and r.user_id = $reader and ${isVisible})`
      })`,
  ),
)

const selectUses = statement(z.object({ id: z.uuid() }), 'select id from message_files where id = $fileId')

/** Id of the kind of files of messages. */
export const MESSAGE_FILE_KIND = 'tenant-app.message-file'

/** Files of messages: the staff who follow a message and its recipients see them, while it is a draft they change. */
export const messageFileKind: FileKind = {
  id: MESSAGE_FILE_KIND,
  belongsToChild: true,
  types: Object.keys(mediaKinds),
  maxBytes: MAX_FILE_BYTES,
  may: async (scope, act, { ownerId }) => {
    if (scope.kind !== 'tenant' || ownerId === null || !scope.actor.user) return false
    const isChanged = act !== 'see'
    const values = { ownerId, ...callerOf(scope), ...(isChanged ? {} : { reader: scope.actor.user.id }) }
    return (await scope.rows(selectReached({ viewer: viewerOf(scope), isChanged }), values)).length > 0
  },
  usesOf: async (scope, fileId) => (await scope.rows(selectUses, { fileId })).map(() => 'a message'),
}

/** Adds a stored file to a draft. @throws not-found, message.not-draft (409), message.most-files (409), invalid at `file` */
export async function addMessageFile(
  scope: Scope,
  messageId: string,
  { id, filename }: KeptFile,
): Promise<{ id: string }> {
  // A super admin on the platform's host belongs to no organization, and the gate has refused them.
  if (scope.kind !== 'tenant') throw notFound('Message')
  refuseProgram('file', filename)
  await lockDraft(scope, messageId)
  const count = await MessageFileModel.query(scope.trx).where({ messageId }).resultSize()
  if (count >= MAX_FILES) throw new AppError('message.most-files', 409, `A message has at most ${MAX_FILES} files`)
  const createdAt = scope.core.clock.now().toISOString()
  await MessageFileModel.query(scope.trx).insert({ id, messageId, name: filename, createdAt })
  await recordMessage(scope, messageId, { action: 'message.file-added', description: 'Added a file to a message' })
  return { id }
}

/** Removes a file from a draft. @throws not-found, message.not-draft (409) */
export async function deleteMessageFile(scope: TenantScope, messageId: string, id: string): Promise<void> {
  await lockDraft(scope, messageId)
  if ((await MessageFileModel.query(scope.trx).where({ id, messageId }).delete()) === 0) throw notFound('File')
  await deleteFile(scope, id)
  await recordMessage(scope, messageId, {
    action: 'message.file-deleted',
    description: 'Removed a file from a message',
  })
}
