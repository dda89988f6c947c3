import { z } from 'zod'
import { isBlank } from '#core/contract/rich-text.ts'
import { defineKind } from '../kind-contract.ts'
import { findMissingPosts } from '../missing-contract.ts'

/** Which posts of learners are looked at before others see them. */
export const moderations = ['none', 'first', 'all'] as const

export const discussionDetails = z.object({
  /** Replies to others that are asked for beside a post of one's own. */
  replies: z.number().int('Not a whole number').min(0, 'At least 0').max(20, 'At most 20').default(0),
  /** Others' posts are seen once one's own is there. */
  postFirst: z.boolean().default(false),
  moderation: z.enum(moderations).default('none'),
})
export type DiscussionDetails = z.output<typeof discussionDetails>

export const discussion = defineKind({
  type: 'discussion',
  details: discussionDetails,
  unfinished: ({ body }) => (isBlank(body) ? ['The prompt is empty'] : []),
  shown: (details) => details,
  files: () => [],
  rule: ({ replies }) =>
    replies === 0 ? 'Write a post.' : `Write a post and reply to ${replies} ${replies === 1 ? 'other' : 'others'}.`,
  missing: ({ replies }, facts) => findMissingPosts(facts, replies),
  isDone: ({ replies }, facts) => findMissingPosts(facts, replies).length === 0,
  isSelfReported: () => false,
})
