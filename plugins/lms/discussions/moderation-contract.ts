import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, text } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { roles } from '#core/contract/roles.ts'
import { admins, learners } from '../delivery/catalog/contract.ts'
import { MAX_REASON_LENGTH } from './contract.ts'

/** Days for which admins can read removed and reported posts. */
export const RETENTION_DAYS = 90
/** Maximum days of a restriction. */
export const MAX_HOLD_DAYS = 366
/** Hours after which moderators are reminded of a post in the review queue. */
export const REMINDER_AFTER_HOURS = 24

/** Reason why a post is reviewed before it is shown. */
const holdReasons = ['first', 'all', 'person', 'phone', 'email', 'address', 'link', 'handle', 'reported'] as const
export const holdReason = z.enum(holdReasons)
export type HoldReason = z.infer<typeof holdReason>

const report = z.object({
  /** Name of the reporter. */
  name: z.string(),
  reason: z.string(),
  /** Text of the post when it was reported. */
  text: z.string(),
  createdAt: instant,
})

/** Post in the review queue. */
export const waitingPost = z.object({
  id,
  course: z.string(),
  lesson: z.string(),
  text: z.string(),
  /** Text of the post that it replies to, truncated; null if it begins a thread. */
  repliesTo: z.string().nullable(),
  author: z.object({ id, name: z.string(), role: z.enum(roles) }),
  /** Empty if it is shown, and was reported. */
  heldBecause: z.array(holdReason),
  /** Last five open reports. */
  reports: z.array(report),
  /** End of the author's restriction; null: not restricted. */
  heldUntil: instant.nullable(),
  waitingSince: instant,
  createdAt: instant,
  updatedAt: instant,
})
export type WaitingPost = z.infer<typeof waitingPost>

/** Removed post, as it was. */
export const removedPost = z.object({
  id,
  course: z.string(),
  lesson: z.string(),
  text: z.string(),
  author: z.string(),
  reason: z.string(),
  /** null: that user's account is gone. */
  removedBy: z.string().nullable(),
  removedAt: instant,
  /** Time when this record is deleted. */
  forgetAt: instant,
})
export type RemovedPost = z.infer<typeof removedPost>

export const writingHold = z.object({
  user: z.object({ id, name: z.string(), role: z.enum(roles) }),
  until: instant,
  reason: z.string(),
  createdAt: instant,
})
export type WritingHold = z.infer<typeof writingHold>

const DAY_MS = 86_400_000

export const newHold = z.object({
  /** Days from now. */
  days: z.number().int('Not a whole number').min(1, 'At least 1').max(MAX_HOLD_DAYS, `At most ${MAX_HOLD_DAYS}`),
  reason: text(MAX_REASON_LENGTH).default(''),
})
export type NewHold = z.output<typeof newHold>

/** Computes the end of a restriction. @param days from now */
export const holdEnds = (now: Date, days: number): string => new Date(now.getTime() + days * DAY_MS).toISOString()

/** With `updatedAt` as it was read, a decision about a changed text is a conflict. */
const decided = z.object({ updatedAt: instant.optional() })

const moderators = { ...learners, who: ['tenant_admin', 'instructor'] } as const
// Child protection stays available in a read-only organization.
const protects = { ...moderators, whileReadOnly: true } as const
const onPost = z.object({ id })
const onUser = z.object({ userId: id })

export const moderationContract = {
  listWaiting: endpoint({
    method: 'GET',
    path: '/api/tenant/moderation/posts',
    summary: 'Posts in the review queue, the longest waiting first; instructors those of students and parents',
    access: moderators,
    query: pagingQuery,
    response: z.array(waitingPost),
  }),
  countWaiting: endpoint({
    method: 'GET',
    path: '/api/tenant/moderation/waiting',
    summary: 'How many posts the caller has to look at',
    access: moderators,
    response: z.object({ count: z.number().int() }),
  }),
  approvePost: endpoint({
    method: 'POST',
    path: '/api/tenant/moderation/posts/{id}/approve',
    status: 204,
    summary: 'Let others see a post, or go on seeing it',
    audit: 'post.approved',
    access: protects,
    params: onPost,
    body: decided,
    response: 'none',
  }),
  removePost: endpoint({
    method: 'POST',
    path: '/api/tenant/moderation/posts/{id}/remove',
    status: 204,
    summary: 'Remove a post; a stub is left, and for 90 days a record that admins read',
    audit: 'post.removed',
    access: protects,
    params: onPost,
    body: decided.extend({ reason: text(MAX_REASON_LENGTH).default('') }),
    response: 'none',
  }),
  listHolds: endpoint({
    method: 'GET',
    path: '/api/tenant/moderation/holds',
    summary: 'People whose every post is held, and until when',
    access: moderators,
    query: pagingQuery,
    response: z.array(writingHold),
  }),
  holdPerson: endpoint({
    method: 'PUT',
    path: '/api/tenant/moderation/people/{userId}/hold',
    summary: 'Restrict an author for some days: each post is reviewed first',
    audit: 'person.posts-held',
    access: protects,
    params: onUser,
    body: newHold,
    response: writingHold,
  }),
  endHold: endpoint({
    method: 'DELETE',
    path: '/api/tenant/moderation/people/{userId}/hold',
    summary: 'Lift an author’s restriction',
    audit: 'person.posts-let-go',
    access: protects,
    params: onUser,
    response: 'none',
  }),
  listRemoved: endpoint({
    method: 'GET',
    path: '/api/tenant/moderation/removed',
    summary: 'Posts that were removed in the last 90 days, as they were',
    access: admins,
    query: pagingQuery,
    response: z.array(removedPost),
  }),
} as const
