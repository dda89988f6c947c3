import type { TenantScope } from '#core/server/core.ts'
import { recordReport } from '../../care/concerns/server/record-report.ts'
import { PostModel } from './conversation.ts'
import { lockConversationOf, requireMember } from './policies.ts'

/**
 * Reports a post to the safeguarding leads as a concern, which is hidden from its author. The text is that of this moment,
 * with what was written before it was edited.
 * @throws not-found
 */
export async function reportConversationPost(
  scope: TenantScope,
  postId: string,
  { id, reason }: { id: string; reason: string },
): Promise<{ isReported: boolean; outsideContact: string }> {
  requireMember(scope)
  const { studentId } = await lockConversationOf(scope, postId)
  const post = await PostModel.query(scope.trx).findById(postId).throwIfNotFound()
  const { authorName, authorRole, authorId, createdAt, body, originalBody, withdrawnAt } = post
  const seen = [
    `A message of ${authorName}, written ${createdAt}, was reported.`,
    ...(withdrawnAt === null ? [] : [`It was withdrawn ${withdrawnAt}.`]),
    body,
    ...(originalBody === null ? [] : ['Before it was edited:', originalBody]),
  ].join('\n')
  return recordReport(scope, {
    id,
    studentId,
    aboutUserId: authorRole === 'staff' ? authorId : null,
    said: reason,
    seen,
  })
}
