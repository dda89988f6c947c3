import { z } from 'zod'
import type { FileKind, Scope } from '#core/server/core.ts'
import type { KeptFile } from '#core/server/files/kept-file.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { AppError, notFound } from '#core/server/errors.ts'
import { mediaKinds } from '#core/server/files/media-types.ts'
import { refuseProgram } from '#core/server/files/programs.ts'
import { MAX_FILE_BYTES, MAX_FILES } from '../contract.ts'
import { PostFileModel } from './conversation.ts'
import { recordConversation, seenConversations } from './policies.ts'
import { lockOwnPost, refuseLate } from './posts.ts'

const selectReached = variants({ viewer: viewers, isChanged: [true, false] }, ({ viewer, isChanged }) =>
  statement(
    z.object({ id: z.uuid() }),
    `select p.id from conversation_posts p where p.id = $ownerId and p.withdrawn_at is null
      and ${seenConversations(viewer, 'p.conversation_id')} ${isChanged ? 'and p.author_id = $author' : ''}`,
  ),
)

const selectUses = statement(z.object({ id: z.uuid() }), 'select id from conversation_files where id = $fileId')

/** Files of conversations: members see them, authors add them. */
export const conversationFileKind: FileKind = {
  id: 'tenant-app.conversation-file',
  belongsToChild: true,
  types: Object.keys(mediaKinds),
  maxBytes: MAX_FILE_BYTES,
  may: async (scope, act, { ownerId }) => {
    if (scope.kind !== 'tenant' || ownerId === null || !scope.actor.user) return false
    const isChanged = act !== 'see'
    const values = { ownerId, ...callerOf(scope), ...(isChanged ? { author: scope.actor.user.id } : {}) }
    return (await scope.rows(selectReached({ viewer: viewerOf(scope), isChanged }), values)).length > 0
  },
  usesOf: async (scope, fileId) => (await scope.rows(selectUses, { fileId })).map(() => 'a conversation'),
}

/** Adds a stored file to an own post. @throws not-found, forbidden, post.too-late (409), post.most-files (409), invalid at `file` */
export async function addPostFile(scope: Scope, postId: string, { id, filename }: KeptFile): Promise<{ id: string }> {
  // A super admin on the platform's host belongs to no organization, and the gate has refused them.
  if (scope.kind !== 'tenant') throw notFound('Post')
  refuseProgram('file', filename)
  const post = await lockOwnPost(scope, postId)
  refuseLate(scope, post)
  const count = await PostFileModel.query(scope.trx).where({ postId }).resultSize()
  if (count >= MAX_FILES) throw new AppError('post.most-files', 409, `A message has at most ${MAX_FILES} files`)
  const createdAt = scope.core.clock.now().toISOString()
  await PostFileModel.query(scope.trx).insert({ id, postId, name: filename, createdAt })
  await recordConversation(scope, post.conversationId, {
    action: 'conversation.file-added',
    description: 'Added a file to a conversation',
  })
  return { id }
}
