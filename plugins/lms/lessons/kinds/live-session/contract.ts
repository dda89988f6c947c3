import { z } from 'zod'
import { id, instant, line } from '#core/contract/fields.ts'
import { webAddress } from '#core/contract/rich-text.ts'
import { defineKind } from '../kind-contract.ts'
import { missingPlayed, type LessonFacts, type MissingReason } from '../missing-contract.ts'

export const liveSessionDetails = z.object({
  /** null: not settled yet. How long it takes is the lesson's duration. */
  startsAt: instant.nullable().default(null),
  /** Where people meet who come in person; the link to join is the lesson's address. */
  place: line(300).default(''),
  /** Of the recording, afterwards: a page with it, or a film of ours. */
  recordingUrl: z.union([z.literal(''), webAddress]).default(''),
  recordingFileId: id.nullable().default(null),
})
export type LiveSessionDetails = z.output<typeof liveSessionDetails>

const isAttended = ({ recordingFileId }: LiveSessionDetails, facts: LessonFacts): boolean =>
  facts.attended || (recordingFileId !== null && missingPlayed(facts, 'Watch').length === 0)

const notAttended = ({ recordingFileId, recordingUrl }: LiveSessionDetails): MissingReason => ({
  type: 'not-attended',
  message:
    recordingFileId !== null || recordingUrl !== ''
      ? 'Be there, or watch the recording.'
      : 'Be there; a recording may follow.',
})

export const liveSession = defineKind({
  type: 'live_session',
  details: liveSessionDetails,
  unfinished: ({ details: { startsAt, place }, contentUrl }) => [
    ...(startsAt === null ? ['The time is missing'] : []),
    ...(place === '' && contentUrl === '' ? ['The place or the link is missing'] : []),
  ],
  shown: (details) => details,
  files: ({ recordingFileId }) => (recordingFileId ? [recordingFileId] : []),
  recording: ({ recordingFileId }) => recordingFileId,
  rule: () => 'Be there, or watch the recording.',
  canBeDone: true,
  missing: (details, facts) => (isAttended(details, facts) ? [] : [notAttended(details)]),
  isDone: isAttended,
  isSelfReported: (_details, { attended, isDurationKnown }) => !attended && !isDurationKnown,
})
