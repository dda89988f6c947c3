import { z } from 'zod'
import { instant } from '#core/contract/fields.ts'
import { isReached, formatPercent } from '../../../shared/scores-contract.ts'

/** Way of completion: by facts that the server has, by facts that only the browser knows, or excused. */
export const completionWays = ['checked', 'self-reported', 'excused'] as const
export const completionWay = z.enum(completionWays)

const message = z.string()

/** Reason why a lesson is not complete, with a sentence for its learner. */
export const missingReason = z.discriminatedUnion('type', [
  z.object({ type: z.literal('not-opened'), message }),
  /** Seconds until it can be marked. */
  z.object({ type: z.literal('too-soon'), seconds: z.number().int(), message }),
  z.object({ type: z.literal('not-at-end'), message }),
  /** Per cent of its seconds: what is asked for, and what was played. */
  z.object({ type: z.literal('not-played'), percent: z.number().int(), played: z.number().int(), message }),
  z.object({ type: z.literal('not-attended'), message }),
  z.object({ type: z.literal('not-finished'), message }),
  /** Per cent of the points: the pass mark, and what was reached; null while nothing counts. */
  z.object({ type: z.literal('not-passed'), percent: z.number(), score: z.number().nullable(), message }),
  z.object({ type: z.literal('not-handed-in'), message }),
  /** Somebody else has to look at it first. */
  z.object({ type: z.literal('not-graded'), message }),
  /** Numbers of posts and replies that are missing. */
  z.object({ type: z.literal('not-posted'), posts: z.number().int(), replies: z.number().int(), message }),
])
export type MissingReason = z.infer<typeof missingReason>

/** Facts about a learner in a lesson. */
export interface LessonFacts {
  /** null: not yet. */
  openedAt: string | null
  /** Since then, by the server's clock. */
  secondsOpen: number
  /** With its page in front. */
  secondsSpent: number
  /** Distinct seconds of its recording that were played. */
  covered: number
  /** Seconds of its recording; null: unknown. */
  duration: number | null
  /** The server has read the duration from the file; otherwise the browser said it. */
  isDurationKnown: boolean
  /** Number of different pages that were shown. */
  pagesSeen: number
  pageCount: number | null
  isLastPageSeen: boolean
  /** The end of its text was shown. */
  isAtEnd: boolean
  /** Number of words in its text. */
  words: number
  /** Report of its package. */
  said: { isFinished: boolean }
  /** Seconds that it is held live; null where it is not. */
  heldSeconds: number | null
  /** Seconds of these that the learner was there, by their own page. */
  attended: number
  /** First said that they join; null: not yet. */
  joinedAt: string | null
  /** Somebody who may say so has seen them there. */
  isMarkedPresent: boolean
  /** Per cent of the points that count: of a quiz, or of what was handed in and graded. null: none do yet. */
  score: number | null
  isAwaitingGrade: boolean
  /** First; null: not yet. */
  handedInAt: string | null
  /** Own ones in its discussion that others see: what begins a thread, and what answers somebody. */
  posts: number
  replies: number
}

/** Facts as answers carry them. */
export const lessonFacts = z.object({
  openedAt: instant.nullable(),
  secondsOpen: z.number(),
  secondsSpent: z.number().int(),
  covered: z.number(),
  duration: z.number().nullable(),
  isDurationKnown: z.boolean(),
  pagesSeen: z.number().int(),
  pageCount: z.number().int().nullable(),
  isLastPageSeen: z.boolean(),
  isAtEnd: z.boolean(),
  words: z.number().int(),
  said: z.object({ isFinished: z.boolean() }),
  heldSeconds: z.number().nullable(),
  attended: z.number().int(),
  joinedAt: instant.nullable(),
  isMarkedPresent: z.boolean(),
  score: z.number().nullable(),
  isAwaitingGrade: z.boolean(),
  handedInAt: instant.nullable(),
  posts: z.number().int(),
  replies: z.number().int(),
}) satisfies z.ZodType<LessonFacts>

/** Per cent of its seconds from which a recording counts as played. */
const PLAYED_PERCENT = 90

/** Fewest seconds that a lesson of which only the browser knows the rest is open before it is believed. */
const MIN_READING_SECONDS = 5
/** Words a second that nobody reads, and the longest that anybody waits for a text. */
const WORDS_PER_SECOND = 15
const MAX_READING_SECONDS = 60

/** Nothing, where it was opened for long enough to be plausible. @param least seconds */
export function findMissingTime(
  { openedAt, secondsOpen, words }: LessonFacts,
  least = MIN_READING_SECONDS,
): MissingReason[] {
  if (openedAt === null) return [{ type: 'not-opened', message: 'Open the lesson first.' }]
  const needed = Math.max(least, Math.min(MAX_READING_SECONDS, Math.ceil(words / WORDS_PER_SECOND)))
  const seconds = Math.ceil(needed - secondsOpen)
  if (seconds <= 0) return []
  return [
    { type: 'too-soon', seconds, message: `Take your time: ${seconds} more ${seconds === 1 ? 'second' : 'seconds'}.` },
  ]
}

/** Nothing, where enough of a recording was played. @param verb 'Watch' */
export function findMissingPlayed({ openedAt, covered, duration }: LessonFacts, verb: string): MissingReason[] {
  if (openedAt === null) return [{ type: 'not-opened', message: 'Open the lesson first.' }]
  // Down, so that nobody reads 90% where it is less.
  const played = duration ? Math.min(100, Math.floor((100 * covered) / duration + 1e-9)) : 0
  if (played >= PLAYED_PERCENT) return []
  const message = `${verb} ${PLAYED_PERCENT}% of it; ${played}% so far.`
  return [{ type: 'not-played', percent: PLAYED_PERCENT, played, message }]
}

const waitsForGrade: MissingReason = { type: 'not-graded', message: 'It was submitted and is waiting to be graded.' }

/** Nothing, where the score that counts reaches the pass mark; a mark of 0 is reached by handing in. */
export function findMissingScore(
  { score, isAwaitingGrade, handedInAt }: LessonFacts,
  percent: number,
): MissingReason[] {
  if (score !== null && isReached(score, percent)) return []
  if (percent === 0 && handedInAt !== null) return []
  if (isAwaitingGrade) return [waitsForGrade]
  if (percent === 0) return [{ type: 'not-handed-in', message: 'Submit it.' }]
  const reached = score === null ? '' : ` The score that counts is ${formatPercent(score)}.`
  return [{ type: 'not-passed', percent, score, message: `Reach the pass mark: ${percent}% of the points.${reached}` }]
}

/** Nothing, where it was handed in, or graded as passed if that is asked for. @param percent pass mark */
export function findMissingHandIn(
  facts: LessonFacts,
  asked: { doneWhen: 'handed-in' | 'passed'; percent: number },
): MissingReason[] {
  const notHandedIn: MissingReason[] =
    facts.handedInAt === null ? [{ type: 'not-handed-in', message: 'Submit your work.' }] : []
  if (asked.doneWhen === 'handed-in') return notHandedIn
  const missing = findMissingScore(facts, asked.percent)
  // A grade may be given without work; without a grade that is what comes first.
  return missing.length > 0 && facts.score === null && notHandedIn.length > 0 ? notHandedIn : missing
}

/** Nothing, where the posts that are asked for are there. @param replies to others, beside a post of one's own */
export function findMissingPosts({ posts, replies: written }: LessonFacts, replies: number): MissingReason[] {
  const left = { posts: Math.max(0, 1 - posts), replies: Math.max(0, replies - written) }
  const words = [
    ...(left.posts > 0 ? ['write a post'] : []),
    ...(left.replies > 0 ? [`reply to ${left.replies} ${left.replies === 1 ? 'other' : 'others'}`] : []),
  ].join(' and ')
  return words === '' ? [] : [{ type: 'not-posted', ...left, message: `${words[0]?.toUpperCase()}${words.slice(1)}.` }]
}
