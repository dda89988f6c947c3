import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, text } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { roles } from '#core/contract/roles.ts'
import { learners } from '../delivery/catalog/contract.ts'

/** Maximum characters of a post. */
export const MAX_POST_LENGTH = 5000
/** Maximum characters of the reason for a report, a removal or a restriction. */
export const MAX_REASON_LENGTH = 500
/** Minutes in which a post can be changed, until it has a reply. */
export const EDIT_MINUTES = 30
/** Maximum posts of one user in a discussion per hour. */
export const MAX_POSTS_PER_HOUR = 60

/** Plain paragraphs and lines as typed; no pictures, and no links. */
const postText = text(MAX_POST_LENGTH).refine((value) => value !== '', 'Write something')

export const newPost = z.object({ text: postText })
export type NewPost = z.output<typeof newPost>

/** With `updatedAt` as it was read, a change from another tab in between is a conflict. */
export const postChange = z.object({ text: postText, updatedAt: instant.optional() })
export type PostChange = z.output<typeof postChange>

export const newReport = z.object({ reason: text(MAX_REASON_LENGTH).default('') })

/** `waiting` and `refused` are visible to the author alone: others do not learn that the post exists. */
export const postStates = ['shown', 'waiting', 'removed', 'refused'] as const

export const post = z.object({
  id,
  /** Id of the thread's first post; null for that one. */
  threadId: id.nullable(),
  /** Empty for removed posts, and for those of erased users. */
  text: z.string(),
  /** null if the text is empty. Students are shown with first name and initial. */
  author: z.object({ name: z.string(), role: z.enum(roles) }).nullable(),
  isOwn: z.boolean(),
  state: z.enum(postStates),
  isEdited: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
  /** Number of replies that the caller sees; 0 for a reply. */
  replies: z.number().int(),
  mayEdit: z.boolean(),
  mayRemove: z.boolean(),
  /** True if the caller has reported it. */
  isReported: z.boolean(),
})
export type Post = z.infer<typeof post>

export const discussionStanding = z.object({
  /** Threads and replies of others are visible once the caller has written a post. */
  mustPostFirst: z.boolean(),
  /** Posts of the caller are reviewed before others see them. */
  isLookedAt: z.boolean(),
  /** End of the restriction under which every post of the caller is reviewed; null: not restricted. */
  heldUntil: instant.nullable(),
  /** Number of the caller's threads that others see. */
  posts: z.number().int(),
  /** Number of other users whom the caller has replied to, in replies that others see. */
  replies: z.number().int(),
  /** Number of the caller's posts that await review. */
  waiting: z.number().int(),
  mayWrite: z.boolean(),
})
export type DiscussionStanding = z.infer<typeof discussionStanding>

const ofLesson = z.object({ lessonId: id })
const one = z.object({ id })
const UNAUDITED_REASON = 'A post says who and when'
/** Maximum requests per minute: more than a user types, fewer than a program sends. */
const WRITE_RATE_LIMIT = 20

/** Post of a guardian's child that others see too. */
export const childPost = z.object({
  id,
  course: z.string(),
  lesson: z.string(),
  text: z.string(),
  /** Text of the post it replies to; null if it begins a thread. */
  repliesTo: z.string().nullable(),
  createdAt: instant,
})
export type ChildPost = z.infer<typeof childPost>

export const mailChoice = z.object({
  /** Emails the caller about replies to their threads. */
  sendsReplies: z.boolean(),
  /** Emails the caller about chapters and lessons that open. */
  sendsOpenings: z.boolean(),
})
export type MailChoice = z.infer<typeof mailChoice>

/** Fields to change. */
export const mailChoiceChange = mailChoice.partial()
export type MailChoiceChange = z.infer<typeof mailChoiceChange>

export const discussionsContract = {
  mailChoice: endpoint({
    method: 'GET',
    path: '/api/tenant/discussion-mails',
    summary: 'Emails about courses and their discussions that the caller gets',
    access: { ...learners, hosts: 'tenant' },
    response: mailChoice,
  }),
  chooseMails: endpoint({
    method: 'PUT',
    path: '/api/tenant/discussion-mails',
    summary: 'Choose the emails about courses and their discussions',
    unaudited: 'Email preferences are the person’s own',
    access: { ...learners, hosts: 'tenant', whileReadOnly: true },
    body: mailChoiceChange,
    response: mailChoice,
  }),
  discussion: endpoint({
    method: 'GET',
    path: '/api/tenant/lessons/{lessonId}/discussion',
    summary: 'How the caller stands in the discussion of a lesson',
    access: learners,
    params: ofLesson,
    response: discussionStanding,
    errors: [403],
  }),
  listThreads: endpoint({
    method: 'GET',
    path: '/api/tenant/lessons/{lessonId}/threads',
    summary:
      'Posts that the threads of a discussion begin with, the newest first; none before the caller’s own where that comes first',
    access: learners,
    params: ofLesson,
    query: pagingQuery,
    response: z.array(post),
    errors: [403],
  }),
  startThread: endpoint({
    method: 'POST',
    path: '/api/tenant/lessons/{lessonId}/threads',
    status: 201,
    rateLimit: WRITE_RATE_LIMIT,
    summary: 'Write a post that begins a thread',
    unaudited: UNAUDITED_REASON,
    access: learners,
    params: ofLesson,
    body: newPost,
    response: post,
    errors: [403],
  }),
  getThread: endpoint({
    method: 'GET',
    path: '/api/tenant/threads/{id}',
    summary: 'The post that a thread begins with',
    access: learners,
    params: one,
    response: post,
    errors: [403],
  }),
  listReplies: endpoint({
    method: 'GET',
    path: '/api/tenant/threads/{id}/replies',
    summary: 'Replies in a thread, the oldest first',
    access: learners,
    params: one,
    query: pagingQuery,
    response: z.array(post),
    errors: [403],
  }),
  reply: endpoint({
    method: 'POST',
    path: '/api/tenant/threads/{id}/replies',
    status: 201,
    rateLimit: WRITE_RATE_LIMIT,
    summary: 'Reply in a thread',
    unaudited: UNAUDITED_REASON,
    access: learners,
    params: one,
    body: newPost,
    response: post,
    errors: [403],
  }),
  changePost: endpoint({
    method: 'PUT',
    path: '/api/tenant/posts/{id}',
    summary: 'Edit an own post, until it has a reply or was reviewed and for 30 minutes',
    unaudited: UNAUDITED_REASON,
    access: learners,
    params: one,
    body: postChange,
    response: post,
    errors: [403],
  }),
  removeOwnPost: endpoint({
    method: 'DELETE',
    path: '/api/tenant/posts/{id}',
    summary: 'Remove an own post, of which a stub is left',
    unaudited: UNAUDITED_REASON,
    access: { ...learners, whileReadOnly: true },
    params: one,
    response: 'none',
    errors: [403],
  }),
  reportPost: endpoint({
    method: 'POST',
    path: '/api/tenant/posts/{id}/report',
    status: 204,
    rateLimit: WRITE_RATE_LIMIT,
    summary: 'Report another person’s post for review; a minor’s is hidden until then',
    unaudited: 'The report says who and when',
    access: { ...learners, whileReadOnly: true },
    params: one,
    body: newReport,
    response: 'none',
    errors: [403],
  }),
  childPosts: endpoint({
    method: 'GET',
    path: '/api/tenant/children/{studentId}/posts',
    summary: 'What a child of the caller has written in discussions, the newest first',
    access: { ...learners, who: ['parent'] },
    params: z.object({ studentId: id }),
    query: pagingQuery,
    response: z.array(childPost),
  }),
} as const
