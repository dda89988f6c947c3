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

/** When a lesson is held live, in milliseconds of the epoch. */
export interface HeldTime {
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
  /** What it keeps beside the text. An empty object becomes a lesson that somebody has just begun. */
  details: z.ZodType<Details>
  /** What keeps learners from doing it, in sentences for its author. Nothing: it can be done. */
  unfinished: (lesson: WrittenLesson<Details>) => string[]
  /** What learners may read of the details: nothing that tells a right answer. */
  shown: (details: Details) => object
  /** What its author looks at beforehand, where that is more. */
  previewed?: (details: Details) => object
  /** Ids of the files that the details name. */
  files: (details: Details) => string[]
  /** Id of the recording of ours that is to be played; null where there is none. */
  recording?: (details: Details) => string | null
  /** When it is held; null where that is not settled. Only kinds that are held at a time have it. */
  heldTime?: (details: Details, minutes: number) => HeldTime | null
  /** When it counts as done, in a sentence for learners. */
  rule: (details: Details) => string
  /** What keeps it from being marked as complete. Nothing: it can be. */
  missing: (details: Details, facts: LessonFacts) => MissingReason[]
  /** Whether it is complete by what is known, without being marked. */
  isDone: (details: Details, facts: LessonFacts) => boolean
  /** Whether it is complete on the learner's word, or on what only their browser knows. */
  isSelfReported: (details: Details, facts: LessonFacts) => boolean
}

export const defineKind = <Details extends object>(kind: LessonKind<Details>): LessonKind<Details> => kind
