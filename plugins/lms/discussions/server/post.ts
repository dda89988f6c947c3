import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { holdReason } from '../moderation-contract.ts'

const post = z.object({
  id: z.uuid(),
  courseId: z.uuid(),
  lessonId: z.uuid(),
  threadId: z.uuid().nullable(),
  userId: z.uuid().nullable(),
  cycle: z.number().int().nullable(),
  text: z.string(),
  state: z.enum(['shown', 'held', 'removed']),
  heldBecause: z.array(holdReason),
  shownAt: z.string().nullable(),
  waitingSince: z.string().nullable(),
  remindedAt: z.string().nullable(),
  replyMailedAt: z.string().nullable(),
  decidedAt: z.string().nullable(),
  decidedBy: z.uuid().nullable(),
  editedAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type PostRow = z.infer<typeof post>

export class PostModel extends tableModel('lms_posts', post) {}

const removedPost = z.object({
  id: z.uuid(),
  postId: z.uuid(),
  userId: z.uuid(),
  text: z.string(),
  reason: z.string(),
  removedBy: z.uuid().nullable(),
  removedAt: z.string(),
  forgetAt: z.string(),
})

export class RemovedPostModel extends tableModel('lms_removed_posts', removedPost) {}

const writingHold = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  until: z.string(),
  reason: z.string(),
  setBy: z.uuid().nullable(),
  createdAt: z.string(),
})

export class WritingHoldModel extends tableModel('lms_writing_holds', writingHold) {}
