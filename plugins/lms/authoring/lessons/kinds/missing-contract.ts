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
  /** Seconds until it can be marked as completed. */
  z.object({ type: z.literal('too-soon'), seconds: z.number().int(), message }),
  z.object({ type: z.literal('not-at-end'), message }),
  /** Percent of its seconds: required, and played. */
  z.object({ type: z.literal('not-played'), percent: z.number().int(), played: z.number().int(), message }),
  z.object({ type: z.literal('not-attended'), message }),
  z.object({ type: z.literal('not-finished'), message }),
  /** Percent of the points: the pass mark, and the score; null while no score counts. */
  z.object({ type: z.literal('not-passed'), percent: z.number(), score: z.number().nullable(), message }),
  z.object({ type: z.literal('not-handed-in'), message }),
  /** A grader has to grade it first. */
  z.object({ type: z.literal('not-graded'), message }),
  /** Numbers of missing posts and replies. */
  z.object({ type: z.literal('not-posted'), posts: z.number().int(), replies: z.number().int(), message }),
])
export type MissingReason = z.infer<typeof missingReason>

/** Facts about a learner in a lesson. */
export interface LessonFacts {
  /** null: not yet. */
  openedAt: string | null
  /** Seconds since it was opened, by the server's clock. */
  secondsOpen: number
  /** Seconds with its page in front. */
  secondsSpent: number
  /** Distinct seconds of its recording that were played. */
  covered: number
  /** Seconds of its recording; null: unknown. */
  duration: number | null
  /** True if the server has read the duration from the file; otherwise the browser has reported it. */
  isDurationKnown: boolean
  /** Number of different pages that were shown. */
  pagesSeen: number
  pageCount: number | null
  isLastPageSeen: boolean
  /** True if the end of its text was shown. */
  isAtEnd: boolean
  /** Number of words in its text. */
  words: number
  /** Report of the package. */
  said: { isFinished: boolean }
  /** Seconds of the live session; null if there is none. */
  heldSeconds: number | null
  /** Seconds of the session that the learner attended, by their own page. */
  attended: number
  /** Time when the learner first joined; null: not yet. */
  joinedAt: string | null
  /** True if an admin or instructor has marked them present. */
  isMarkedPresent: boolean
  /** Percent of the points that count: of a quiz, or of graded work. null: none yet. */
  score: number | null
  isAwaitingGrade: boolean
  /** Time of the first submission; null: not yet. */
  handedInAt: string | null
  /** Visible posts of the learner: those that begin a thread, and replies to others. */
  posts: number
  replies: number
}

/** Facts as responses contain them. */
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

/** Percent of its seconds from which a recording counts as played. */
const PLAYED_PERCENT = 90

/** Minimum seconds that a lesson has to be open if only the browser knows the rest. */
const MIN_READING_SECONDS = 5
/** Maximum plausible words per second, and the maximum seconds of waiting for a text. */
const WORDS_PER_SECOND = 15
const MAX_READING_SECONDS = 60

/** Returns no reason if the lesson was open for a plausible time. @param least seconds */
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

/** Returns no reason if enough of the recording was played. @param verb 'Watch' */
export function findMissingPlayed({ openedAt, covered, duration }: LessonFacts, verb: string): MissingReason[] {
  if (openedAt === null) return [{ type: 'not-opened', message: 'Open the lesson first.' }]
  // Rounded down, so that no learner reads 90% for less.
  const played = duration ? Math.min(100, Math.floor((100 * covered) / duration + 1e-9)) : 0
  if (played >= PLAYED_PERCENT) return []
  const message = `${verb} ${PLAYED_PERCENT}% of it; ${played}% so far.`
  return [{ type: 'not-played', percent: PLAYED_PERCENT, played, message }]
}

const waitsForGrade: MissingReason = { type: 'not-graded', message: 'It was submitted and is waiting to be graded.' }

/** Returns no reason if the score that counts reaches the pass mark; submitting reaches a mark of 0. */
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

/** Returns no reason if it was submitted, or graded as passed if that is required. @param percent pass mark */
export function findMissingHandIn(
  facts: LessonFacts,
  asked: { doneWhen: 'handed-in' | 'passed'; percent: number },
): MissingReason[] {
  const notHandedIn: MissingReason[] =
    facts.handedInAt === null ? [{ type: 'not-handed-in', message: 'Submit your work.' }] : []
  if (asked.doneWhen === 'handed-in') return notHandedIn
  const missing = findMissingScore(facts, asked.percent)
  // A grade may be given without work; without a grade, the missing work comes first.
  return missing.length > 0 && facts.score === null && notHandedIn.length > 0 ? notHandedIn : missing
}

/** Returns no reason if the required posts exist. @param replies to others, beside one post */
export function findMissingPosts({ posts, replies: written }: LessonFacts, replies: number): MissingReason[] {
  const left = { posts: Math.max(0, 1 - posts), replies: Math.max(0, replies - written) }
  const words = [
    ...(left.posts > 0 ? ['write a post'] : []),
    ...(left.replies > 0 ? [`reply to ${left.replies} ${left.replies === 1 ? 'other' : 'others'}`] : []),
  ].join(' and ')
  return words === '' ? [] : [{ type: 'not-posted', ...left, message: `${words[0]?.toUpperCase()}${words.slice(1)}.` }]
}
