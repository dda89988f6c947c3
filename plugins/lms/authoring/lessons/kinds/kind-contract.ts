import type { z } from 'zod'
import type { RichText } from '#core/contract/rich-text.ts'
import type { ContentType } from '../contract.ts'
import type { LessonFacts, MissingReason } from './missing-contract.ts'

/** Lesson as its author has written it. */
export interface WrittenLesson<Details> {
  body: RichText
  details: Details
  contentUrl: string
}

/** Time of a live lesson, in milliseconds since 1970. */
export interface LiveTime {
  /** Time from which learners can join. */
  opens: number
  from: number
  until: number
}

/** Kind of lesson. Its text is shared by all kinds: an article's body, a quiz's instructions, an assignment's brief. */
export interface LessonKind<Details extends object = object> {
  type: ContentType
  /** Schema of its details. Parsing an empty object yields the defaults of a new lesson. */
  details: z.ZodType<Details>
  /** Lists the reasons why learners cannot do the lesson, in sentences for its author; empty if they can. */
  unfinished: (lesson: WrittenLesson<Details>) => string[]
  /** Picks the details that learners may read: none that reveals a correct answer. */
  shown: (details: Details) => object
  /** Picks the details of the author's preview, if it shows more. */
  previewed?: (details: Details) => object
  /** Lists the ids of the files in the details. */
  files: (details: Details) => string[]
  /** Finds the id of the uploaded recording to play; null if there is none. */
  recording?: (details: Details) => string | null
  /** Computes the time of the live session; null if it is not set. Present only in kinds that have a time. */
  heldTime?: (details: Details, minutes: number) => LiveTime | null
  /** Describes when it counts as completed, in a sentence for learners. */
  rule: (details: Details) => string
  /** Lists the missing conditions of completion; empty if it can be completed. */
  missing: (details: Details, facts: LessonFacts) => MissingReason[]
  /** Checks if the facts complete it without the learner marking it. */
  isDone: (details: Details, facts: LessonFacts) => boolean
  /** Checks if completion relies on the learner's word, or on facts that only their browser knows. */
  isSelfReported: (details: Details, facts: LessonFacts) => boolean
}

export const defineKind = <Details extends object>(kind: LessonKind<Details>): LessonKind<Details> => kind
