import { z } from 'zod'
import { instant } from '#core/contract/fields.ts'

/** How a lesson came to be completed: by facts that the server has, by what only the browser knows, or let off. */
export const completionWays = ['checked', 'self-reported', 'excused'] as const
export const completionWay = z.enum(completionWays)

const message = z.string()

/** What is missing until a lesson is completed, with a sentence for its learner. */
export const missingReason = z.discriminatedUnion('type', [
  z.object({ type: z.literal('not-opened'), message }),
  /** Seconds until it can be marked. */
  z.object({ type: z.literal('too-soon'), seconds: z.number().int(), message }),
  z.object({ type: z.literal('not-at-end'), message }),
  /** Per cent of its seconds: what is asked for, and what was played. */
  z.object({ type: z.literal('not-played'), percent: z.number().int(), played: z.number().int(), message }),
  z.object({ type: z.literal('not-attended'), message }),
  z.object({ type: z.literal('not-finished'), message }),
  /** Answers and hand-ins are not taken. */
  z.object({ type: z.literal('not-taken'), message }),
])
export type MissingReason = z.infer<typeof missingReason>

/** What is known of somebody in a lesson. */
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
  /** How many different pages were shown. */
  pagesSeen: number
  pageCount: number | null
  isLastPageSeen: boolean
  /** The end of its text was shown. */
  isAtEnd: boolean
  /** Of its text. */
  words: number
  /** What a package said of itself. */
  said: { isFinished: boolean }
  /** Seconds that it is held live; null where it is not. */
  heldSeconds: number | null
  /** Seconds of these that the learner was there, by their own page. */
  attended: number
  /** First said that they join; null: not yet. */
  joinedAt: string | null
  /** Somebody who may say so has seen them there. */
  isMarkedPresent: boolean
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
}) satisfies z.ZodType<LessonFacts>

/** Per cent of its seconds from which a recording counts as played. */
const PLAYED_PERCENT = 90

/** Fewest seconds that a lesson of which only the browser knows the rest is open before it is believed. */
const LEAST_SECONDS = 5
/** Words a second that nobody reads, and the longest that anybody waits for a text. */
const WORDS_A_SECOND = 15
const LONGEST_WAIT = 60

/** Nothing, where it was opened for long enough to be plausible. @param least seconds */
export function missingTime({ openedAt, secondsOpen, words }: LessonFacts, least = LEAST_SECONDS): MissingReason[] {
  if (openedAt === null) return [{ type: 'not-opened', message: 'Open the lesson first.' }]
  const needed = Math.max(least, Math.min(LONGEST_WAIT, Math.ceil(words / WORDS_A_SECOND)))
  const seconds = Math.ceil(needed - secondsOpen)
  if (seconds <= 0) return []
  return [
    { type: 'too-soon', seconds, message: `Take your time: ${seconds} more ${seconds === 1 ? 'second' : 'seconds'}.` },
  ]
}

/** Nothing, where enough of a recording was played. @param verb 'Watch' */
export function missingPlayed({ openedAt, covered, duration }: LessonFacts, verb: string): MissingReason[] {
  if (openedAt === null) return [{ type: 'not-opened', message: 'Open the lesson first.' }]
  // Down, so that nobody reads 90 % where it is less.
  const played = duration ? Math.min(100, Math.floor((100 * covered) / duration + 1e-9)) : 0
  if (played >= PLAYED_PERCENT) return []
  const message = `${verb} ${PLAYED_PERCENT} % of it; ${played} % so far.`
  return [{ type: 'not-played', percent: PLAYED_PERCENT, played, message }]
}

/** Said wherever a kind's answers and hand-ins would count. */
export const NOT_TAKEN = 'Answers and hand-ins are not taken here yet, so this lesson is not required.'

export const notTaken = (): MissingReason[] => [{ type: 'not-taken', message: NOT_TAKEN }]
