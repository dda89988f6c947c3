import { z } from 'zod'
import { id, instant, line } from '#core/contract/fields.ts'
import { webAddress } from '#core/contract/rich-text.ts'
import { defineKind, type LiveTime } from '../kind-contract.ts'
import { findMissingPlayed, findMissingTime, type LessonFacts, type MissingReason } from '../missing-contract.ts'

export const liveSessionDetails = z.object({
  /** null: not set yet. The length is the lesson's duration. */
  startsAt: instant.nullable().default(null),
  /** Place for learners who come in person; the link to join is the lesson's address. */
  place: line(300).default(''),
  /** Address of the recording, for afterwards: a page with it, or an uploaded video. */
  recordingUrl: z.union([z.literal(''), webAddress]).default(''),
  recordingFileId: id.nullable().default(null),
})
export type LiveSessionDetails = z.output<typeof liveSessionDetails>

/** Minutes before the start from which learners can join. */
export const JOIN_EARLY_MINUTES = 15

/** Minutes of a session without a duration. */
const DEFAULT_MINUTES = 60

/** Percent of the session that counts as attendance. */
const ATTENDED_PERCENT = 50

/** Minimum seconds on a page with an external recording before a learner can mark it as watched. */
const MIN_RECORDING_SECONDS = 60

/** Computes the time of the session; null: not set yet. @param minutes the lesson's duration; 0: not set */
export function computeHeldTime({ startsAt }: LiveSessionDetails, minutes: number): LiveTime | null {
  if (startsAt === null) return null
  const from = Date.parse(startsAt)
  return { opens: from - JOIN_EARLY_MINUTES * 60_000, from, until: from + (minutes || DEFAULT_MINUTES) * 60_000 }
}

const wasPresent = ({ attended, heldSeconds, isMarkedPresent }: LessonFacts): boolean =>
  isMarkedPresent || (heldSeconds !== null && attended * 100 >= heldSeconds * ATTENDED_PERCENT)

const hasWatched = ({ recordingFileId }: LiveSessionDetails, facts: LessonFacts): boolean =>
  recordingFileId !== null && findMissingPlayed(facts, 'Watch').length === 0

const isAttended = (details: LiveSessionDetails, facts: LessonFacts): boolean =>
  wasPresent(facts) || hasWatched(details, facts)

function findMissingAttendance(details: LiveSessionDetails, facts: LessonFacts): MissingReason[] {
  if (isAttended(details, facts)) return []
  if (details.recordingFileId !== null) return findMissingPlayed(facts, 'Attend or watch')
  // Watching an external recording relies on the learner's word.
  if (details.recordingUrl !== '') return findMissingTime(facts, MIN_RECORDING_SECONDS)
  const message = 'Attend. Admins mark learners who come in person. A recording may follow.'
  return [{ type: 'not-attended', message }]
}

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
  heldTime: computeHeldTime,
  rule: () => 'Attend at least half of it, or watch the recording.',
  missing: findMissingAttendance,
  isDone: isAttended,
  isSelfReported: (details, facts) => !facts.isMarkedPresent && !(facts.isDurationKnown && hasWatched(details, facts)),
})
