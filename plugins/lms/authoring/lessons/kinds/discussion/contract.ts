import { z } from 'zod'
import { isBlank } from '#core/contract/rich-text.ts'
import { defineKind } from '../kind-contract.ts'
import { findMissingPosts } from '../missing-contract.ts'

/** Posts of learners that are moderated before others see them. */
export const moderations = ['none', 'first', 'all'] as const

export const discussionDetails = z.object({
  /** Required replies to others, beside one post. */
  replies: z.number().int('Not a whole number').min(0, 'At least 0').max(20, 'At most 20').default(0),
  /** True if learners see the posts of others only after their own. */
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
