import type { z } from 'zod'
import type { RichText } from '#core/contract/rich-text.ts'
import type { ContentType } from '../contract.ts'
import type { LessonFacts, MissingReason } from './missing-contract.ts'

/** A lesson as its author has written it. */
export interface WrittenLesson<Details> {
  body: RichText
  details: Details
  contentUrl: string
}

/** Time of a live lesson, in milliseconds of the epoch. */
export interface LiveTime {
  /** From when people join. */
  opens: number
  from: number
  until: number
}

/**
 * A kind of lessons. The text that every lesson has is not its own: it is an article's all, a quiz's instructions, an
 * assignment's brief.
 */
export interface LessonKind<Details extends object = object> {
  type: ContentType
  /** Schema of its details. An empty object becomes a new lesson's. */
  details: z.ZodType<Details>
  /** Lists reasons why learners cannot do it, in sentences for its author. None: it can be done. */
  unfinished: (lesson: WrittenLesson<Details>) => string[]
  /** Picks the details that learners may read: nothing that reveals a right answer. */
  shown: (details: Details) => object
  /** Picks the details of the author's preview, where that is more. */
  previewed?: (details: Details) => object
  /** Ids of the files that the details name. */
  files: (details: Details) => string[]
  /** Id of the recording of ours that is to be played; null where there is none. */
  recording?: (details: Details) => string | null
  /** Computes when it is held; null where that is not settled. Only kinds that are held at a time have it. */
  heldTime?: (details: Details, minutes: number) => LiveTime | null
  /** Describes when it counts as completed, in a sentence for learners. */
  rule: (details: Details) => string
  /** Lists what keeps it from being completed. None: it can be. */
  missing: (details: Details, facts: LessonFacts) => MissingReason[]
  /** Tells if the facts complete it, without the learner's mark. */
  isDone: (details: Details, facts: LessonFacts) => boolean
  /** Tells if it is complete on the learner's word, or on facts that only their browser knows. */
  isSelfReported: (details: Details, facts: LessonFacts) => boolean
}

export const defineKind = <Details extends object>(kind: LessonKind<Details>): LessonKind<Details> => kind
