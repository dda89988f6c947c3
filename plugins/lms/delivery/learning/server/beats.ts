import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { enrollment } from '../../catalog/contract.ts'
import { enrollmentColumns } from '../../catalog/server/enrollment.ts'
import {
  toLessonFacts,
  progressRow,
  progressColumns,
  type StoredProgress,
} from '../../catalog/server/lesson-progress.ts'
import { logLearning } from '../../catalog/server/learning-log.ts'
import type { Beat, Learned } from '../contract.ts'
import { completeIfDone } from './complete-lesson.ts'
import { lockLesson, type LockedLesson } from './lock-lesson.ts'
import { sumStretches, mergeStretches, toMultirange, type Stretch } from './watched.ts'

/** Milliseconds that a browser's clock may be ahead of the server's: granted once per lesson, not with each beat. */
const CLOCK_GRACE_MS = 2000

/** Maximum milliseconds of a beat that count as spent in the lesson: a longer silence means absence. */
const MAX_SILENCE_MS = 60_000

/** Maximum milliseconds between two beats in a live session: browsers let background pages report once a minute at best. */
const MAX_LIVE_GAP_MS = 150_000

/** Maximum stretches of one recording: no learner seeks more often. */
const MAX_STRETCHES = 2000

const upsertProgress = statement(
  progressRow.extend({ isNew: z.boolean() }),
  `insert into lms_lesson_progress as p (enrollment_id, user_id, course_id, lesson_id, cycle, opened_at, last_beat_at,
      credited_until, watched, covered_seconds, place, page, pages_seen, page_count, said_seconds, is_at_end, state,
      joined_at)
    select e.id, e.user_id, e.course_id, $lessonId, e.cycle, $now, $now, $creditedUntil, $watched::int4multirange,
        $covered, $place, $page, $pages::int4multirange, $pageCount, $said, $isAtEnd, $state::jsonb, $joinedAt
      from lms_enrollments e where e.id = $enrollmentId
    on conflict (tenant_id, enrollment_id, cycle, lesson_id) do update set last_beat_at = excluded.last_beat_at,
      credited_until = excluded.credited_until, watched = p.watched + excluded.watched,
      covered_seconds = greatest(p.covered_seconds, excluded.covered_seconds), place = coalesce(excluded.place, p.place),
      page = coalesce(excluded.page, p.page), pages_seen = p.pages_seen + excluded.pages_seen,
      page_count = coalesce(excluded.page_count, p.page_count), said_seconds = greatest(p.said_seconds, excluded.said_seconds),
      is_at_end = p.is_at_end or excluded.is_at_end, state = p.state || excluded.state,
      seconds_spent = p.seconds_spent + $spent, joined_at = coalesce(p.joined_at, excluded.joined_at),
      attended_seconds = p.attended_seconds + $attended
    returning xmax = 0 as "isNew", ${progressColumns}`,
)

const updateEnrollment = statement(
  enrollment,
  `update lms_enrollments e set seconds_spent = seconds_spent + $spent, last_activity_at = $now
    where id = $enrollmentId returning ${enrollmentColumns}`,
)

/**
 * Reads how much time of the learner the other lessons of the course have used, since only one recording can play at once, and
 * the length of this lesson's recording.
 */
const selectOtherLessons = statement(
  z.object({ creditedUntil: z.string().nullable(), lastBeatAt: z.string().nullable(), seconds: z.number().nullable() }),
  `select (select seconds from lms_files where id = $recordingId::uuid) as seconds,
      to_json(max(credited_until) filter (where covered_seconds > 0)) #>> '{}' as "creditedUntil",
      to_json(max(last_beat_at)) #>> '{}' as "lastBeatAt"
    from lms_lesson_progress
    where enrollment_id = $enrollmentId and cycle = $cycle and lesson_id <> $lessonId`,
)

interface Used {
  creditedUntil: number
  lastBeatAt: number
}

const toMilliseconds = (at: string | null | undefined): number => (at ? Date.parse(at) : 0)

/**
 * Saves the report of a lesson's page. The first beat opens the lesson. Seconds of its recording count once, and no more of
 * them than can have been played since it was opened by the server's clock, which all lessons of the course share: a beat
 * that reports more adds none.
 * @throws not-found, forbidden (403) as `lockLesson`
 */
export async function recordBeat(scope: TenantScope, lessonId: string, beat: Beat): Promise<Learned> {
  const lesson = await lockLesson(scope, lessonId)
  const { enrollmentId, cycle, kind, details, kept: before } = lesson
  const now = scope.core.clock.now()
  const recordingId = kind.recording?.(details) ?? null
  const [others] = await scope.rows(selectOtherLessons, { enrollmentId, cycle, lessonId, recordingId })
  const duration = others?.seconds ?? null
  const end = duration === null ? Number.POSITIVE_INFINITY : Math.round(duration * 1000)
  const used = {
    creditedUntil: toMilliseconds(others?.creditedUntil),
    lastBeatAt: toMilliseconds(others?.lastBeatAt),
  }
  const { stretches, creditedUntil } = creditPlayed(before, beat, { now: now.getTime(), end, used })
  // Rounded down: rounding up would double the time at two beats per second.
  const spent = Math.floor(computeSpent(before, beat, { now: now.getTime(), used }) / 1000)
  const [row] = await scope.rows(upsertProgress, {
    enrollmentId,
    lessonId,
    now: now.toISOString(),
    creditedUntil: new Date(creditedUntil).toISOString(),
    watched: toMultirange(stretches),
    covered: sumStretches(stretches) / 1000,
    place: beat.place ?? null,
    page: beat.page ?? null,
    pages: toMultirange(beat.page === undefined ? [] : [[beat.page, beat.page + 1]]),
    pageCount: beat.pageCount ?? null,
    said: beat.duration ?? null,
    isAtEnd: beat.isAtEnd ?? false,
    state: JSON.stringify(toReported(beat)),
    spent,
    ...creditAttendance(lesson, before, beat, now.getTime()),
  })
  if (!row) throw new Error('An enrollment that is held is there')
  const { isNew, ...kept } = row
  if (isNew) await logLearning(scope, 'opened', [enrollmentId], { lessonId })
  const [enrollment] = await scope.rows(updateEnrollment, { enrollmentId, spent, now: now.toISOString() })
  if (!enrollment) throw new Error('An enrollment that is held is there')
  return completeIfDone(scope, lesson, { kept, facts: toLessonFacts(lesson, kept, { now, duration }), enrollment })
}

/** Saves the report of a package; once finished it stays finished. */
const toReported = ({ said }: Beat) => ({
  ...(said?.state === undefined ? {} : { text: said.state }),
  ...(said?.isFinished ? { isFinished: true } : {}),
})

/**
 * Credits newly played parts. Milliseconds.
 * @param end of the recording: positions after it do not count
 * @returns the parts, with the time until which the server's clock is used up
 */
function creditPlayed(
  before: StoredProgress | undefined,
  { played, rate }: Beat,
  { now, end, used }: { now: number; end: number; used: Used },
) {
  const known: Stretch[] = before?.watched ?? []
  const own = before ? Date.parse(before.creditedUntil) : now
  const from = Math.max(own, used.creditedUntil)
  const reported = played.map(([start, until]): Stretch => [
    Math.round(start * 1000),
    Math.min(Math.round(until * 1000), end),
  ])
  const all = mergeStretches([...known, ...reported])
  const needed = (sumStretches(all) - sumStretches(known)) / rate
  const isPlausible = from + needed <= now + CLOCK_GRACE_MS && all.length <= MAX_STRETCHES
  return isPlausible
    ? { stretches: all, creditedUntil: needed > 0 ? from + needed : own }
    : { stretches: known, creditedUntil: own }
}

/**
 * Computes when a learner joined the live session, and the seconds of attendance since their last beat, by the server's clock.
 */
function creditAttendance(
  { kind, details, minutes }: LockedLesson,
  before: StoredProgress | undefined,
  { isJoined = false }: Beat,
  now: number,
) {
  const held = kind.heldTime?.(details, minutes)
  if (!held || !isJoined) return { joinedAt: null, attended: 0 }
  const isHeld = held.opens <= now && now <= held.until
  const since = before?.joinedAt ? Math.max(Date.parse(before.lastBeatAt), now - MAX_LIVE_GAP_MS) : now
  const there = Math.min(now, held.until) - Math.max(since, held.from)
  return { joinedAt: isHeld ? new Date(now).toISOString() : null, attended: Math.round(Math.max(0, there) / 1000) }
}

function computeSpent(
  before: StoredProgress | undefined,
  { seconds }: Beat,
  { now, used }: { now: number; used: Used },
): number {
  if (!before) return 0
  const since = Math.max(Date.parse(before.lastBeatAt), used.lastBeatAt)
  return Math.max(0, Math.min(seconds * 1000, now - since, MAX_SILENCE_MS))
}
