import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { enrollment } from '../../catalog/contract.ts'
import { enrollmentColumns } from '../../catalog/server/enrollment.ts'
import { factsFrom, keptRow, progressColumns, type KeptProgress } from '../../catalog/server/lesson-progress.ts'
import { keepInLog } from '../../catalog/server/learning-log.ts'
import type { Beat, Learned } from '../contract.ts'
import { completeIfDone } from './completing.ts'
import { holdLesson, type HeldLesson } from './held.ts'
import { lengthOf, merged, multirange, type Stretch } from './watched.ts'

/** Milliseconds that a browser may be ahead of the server: once in a lesson, not with each beat. */
const GRACE = 2000

/** Milliseconds of a beat that count as spent in the lesson: whoever is silent for longer was away. */
const LONGEST_SILENCE = 60_000

/** The same of who is in a meeting: browsers let a page behind others speak once a minute at best. */
const LONGEST_BEHIND = 150_000

/** Stretches of one recording: nobody jumps about more often. */
const MOST_STRETCHES = 2000

const taken = statement(
  keptRow.extend({ isNew: z.boolean() }),
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

const active = statement(
  enrollment,
  `update lms_enrollments e set seconds_spent = seconds_spent + $spent, last_activity_at = $now
    where id = $enrollmentId returning ${enrollmentColumns}`,
)

/**
 * Reads how much of the learner's time the other lessons of the course have used up, since only one can play at once,
 * and the length of this one's recording.
 */
const around = statement(
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

const inMilliseconds = (at: string | null | undefined): number => (at ? Date.parse(at) : 0)

/**
 * Takes what the page of a lesson tells. The first beat opens the lesson. Seconds of its recording count once, and no more
 * of them than can have been played since it was opened by the server's clock, which all lessons of the course share: a
 * beat that tells more adds none.
 * @throws not-found, forbidden (403) as `holdLesson`
 */
export async function takeBeat(scope: TenantScope, lessonId: string, beat: Beat): Promise<Learned> {
  const lesson = await holdLesson(scope, lessonId)
  const { enrollmentId, cycle, kind, details, kept: before } = lesson
  const now = scope.core.clock.now()
  const recordingId = kind.recording?.(details) ?? null
  const [others] = await scope.rows(around, { enrollmentId, cycle, lessonId, recordingId })
  const duration = others?.seconds ?? null
  const end = duration === null ? Number.POSITIVE_INFINITY : Math.round(duration * 1000)
  const used = {
    creditedUntil: inMilliseconds(others?.creditedUntil),
    lastBeatAt: inMilliseconds(others?.lastBeatAt),
  }
  const { stretches, creditedUntil } = credited(before, beat, { now: now.getTime(), end, used })
  // Rounded up, two beats a second would make twice the time.
  const spent = Math.floor(spentOf(before, beat, { now: now.getTime(), used }) / 1000)
  const [row] = await scope.rows(taken, {
    enrollmentId,
    lessonId,
    now: now.toISOString(),
    creditedUntil: new Date(creditedUntil).toISOString(),
    watched: multirange(stretches),
    covered: lengthOf(stretches) / 1000,
    place: beat.place ?? null,
    page: beat.page ?? null,
    pages: multirange(beat.page === undefined ? [] : [[beat.page, beat.page + 1]]),
    pageCount: beat.pageCount ?? null,
    said: beat.duration ?? null,
    isAtEnd: beat.isAtEnd ?? false,
    state: JSON.stringify(saidIn(beat)),
    spent,
    ...attendance(lesson, before, beat, now.getTime()),
  })
  if (!row) throw new Error('An enrollment that is held is there')
  const { isNew, ...kept } = row
  if (isNew) await keepInLog(scope, 'opened', [enrollmentId], { lessonId })
  const [enrollment] = await scope.rows(active, { enrollmentId, spent, now: now.toISOString() })
  if (!enrollment) throw new Error('An enrollment that is held is there')
  return completeIfDone(scope, lesson, { kept, facts: factsFrom(lesson, kept, { now, duration }), enrollment })
}

/** Saves the report of a package; once finished it stays finished. */
const saidIn = ({ said }: Beat) => ({
  ...(said?.state === undefined ? {} : { text: said.state }),
  ...(said?.isFinished ? { isFinished: true } : {}),
})

/**
 * Credits what was played until now. Milliseconds.
 * @param end of the recording: positions after it do not count
 * @returns with the time until which the server's clock has been used up for it
 */
function credited(
  before: KeptProgress | undefined,
  { played, rate }: Beat,
  { now, end, used }: { now: number; end: number; used: Used },
) {
  const known: Stretch[] = before?.watched ?? []
  const own = before ? Date.parse(before.creditedUntil) : now
  const from = Math.max(own, used.creditedUntil)
  const told = played.map(([start, until]): Stretch => [
    Math.round(start * 1000),
    Math.min(Math.round(until * 1000), end),
  ])
  const all = merged([...known, ...told])
  const needed = (lengthOf(all) - lengthOf(known)) / rate
  const isPlausible = from + needed <= now + GRACE && all.length <= MOST_STRETCHES
  return isPlausible
    ? { stretches: all, creditedUntil: needed > 0 ? from + needed : own }
    : { stretches: known, creditedUntil: own }
}

/**
 * Computes when a learner joined the live session, and the seconds of attendance since their last beat, by the server's
 * clock.
 */
function attendance(
  { kind, details, minutes }: HeldLesson,
  before: KeptProgress | undefined,
  { isJoined = false }: Beat,
  now: number,
) {
  const held = kind.heldTime?.(details, minutes)
  if (!held || !isJoined) return { joinedAt: null, attended: 0 }
  const isHeld = held.opens <= now && now <= held.until
  const since = before?.joinedAt ? Math.max(Date.parse(before.lastBeatAt), now - LONGEST_BEHIND) : now
  const there = Math.min(now, held.until) - Math.max(since, held.from)
  return { joinedAt: isHeld ? new Date(now).toISOString() : null, attended: Math.round(Math.max(0, there) / 1000) }
}

function spentOf(
  before: KeptProgress | undefined,
  { seconds }: Beat,
  { now, used }: { now: number; used: Used },
): number {
  if (!before) return 0
  const since = Math.max(Date.parse(before.lastBeatAt), used.lastBeatAt)
  return Math.max(0, Math.min(seconds * 1000, now - since, LONGEST_SILENCE))
}
