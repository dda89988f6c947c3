import { z } from 'zod'
import { line, requiredText, text } from '#core/contract/fields.ts'
import { lessonFile } from './file-contract.ts'
import type { LessonKind } from './kind-contract.ts'
import { findMissingPlayed, findMissingTime } from './missing-contract.ts'

/** Maximum captions of one recording: more languages than a course needs. */
export const MAX_CAPTIONS = 20
export const MAX_MARKS = 100

/** Seconds of a day. */
export const MAX_RECORDING_SECONDS = 86_400

const captions = z.object({
  file: lessonFile,
  /** Label that learners choose: 'English'. */
  label: requiredText(60, 'Label is required'),
  language: line(35).regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'Use a language like en or pt-BR'),
})
export type RecordingCaptions = z.infer<typeof captions>

const mark = z.object({
  /** Seconds from the beginning. */
  start: z
    .number('Not a number')
    .int('Not a whole number')
    .min(0, 'At least 0')
    .max(MAX_RECORDING_SECONDS, 'At most a day'),
  title: requiredText(200, 'Title is required'),
})
export type RecordingMark = z.infer<typeof mark>

/** Details of a video and an audio: an uploaded file, if any; otherwise the lesson's address leads to it. */
export const recording = z.object({
  file: lessonFile.nullable().default(null),
  captions: z.array(captions).max(MAX_CAPTIONS, `At most ${MAX_CAPTIONS} languages`).default([]),
  /** Transcript; an empty line separates paragraphs. */
  transcript: text(100_000).default(''),
  /** Its chapters, in their order. */
  marks: z
    .array(mark)
    .max(MAX_MARKS, `At most ${MAX_MARKS} chapters`)
    .refine((marks) => marks.every(({ start }, index) => index === 0 || start > (marks[index - 1]?.start ?? 0)), {
      error: 'Each chapter begins after the one before',
    })
    .default([]),
})
export type Recording = z.infer<typeof recording>

export const listRecordingFiles = ({ file, captions: tracks }: Recording): string[] =>
  [file, ...tracks.map((track) => track.file)].flatMap((one) => (one ? [one.id] : []))

/** Completion of a recording. An external one is played elsewhere, and its learner marks it. @param verb 'Watch' */
export const newPlayingRules = (
  verb: string,
): Pick<LessonKind<Recording>, 'recording' | 'missing' | 'isDone' | 'isSelfReported'> => ({
  recording: ({ file }) => file?.id ?? null,
  missing: ({ file }, facts) => (file ? findMissingPlayed(facts, verb) : findMissingTime(facts)),
  isDone: ({ file }, facts) => file !== null && findMissingPlayed(facts, verb).length === 0,
  isSelfReported: ({ file }, { isDurationKnown }) => file === null || !isDurationKnown,
})
