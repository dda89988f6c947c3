import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import type { LessonKind } from '../../../authoring/lessons/kinds/kind-contract.ts'
import type { LessonFacts } from '../../../authoring/lessons/kinds/missing-contract.ts'
import { lessonStanding, type LessonProgress } from '../progress-contract.ts'

const range = z.tuple([z.number(), z.number()])

export const progressRow = z.object({
  ...lessonStanding.shape,
  openedAt: z.string(),
  place: z.number().nullable(),
  page: z.number().int().nullable(),
  /** Milliseconds, merged and ordered; each range excludes its end. */
  watched: z.array(range),
  /** Ranges in the same form. */
  pagesSeen: z.array(range),
  pageCount: z.number().int().nullable(),
  saidSeconds: z.number().nullable(),
  isAtEnd: z.boolean(),
  coveredSeconds: z.number(),
  secondsSpent: z.number().int(),
  lastBeatAt: z.string(),
  creditedUntil: z.string(),
  isFinished: z.boolean(),
  joinedAt: z.string().nullable(),
  attendedSeconds: z.number().int(),
  isMarkedPresent: z.boolean(),
  score: z.number().nullable(),
  isAwaitingGrade: z.boolean(),
  handedInAt: z.string().nullable(),
  posts: z.number().int(),
  replies: z.number().int(),
})
export type StoredProgress = z.infer<typeof progressRow>

const toRangesSql = (column: string) =>
  `(select coalesce(jsonb_agg(jsonb_build_array(lower(r), upper(r)) order by r), '[]') from unnest(${column}) r)`

/** Columns of a row of progress, as it is stored. */
export const progressColumns = `lesson_id as "lessonId", completed_at is not null as "isCompleted", completed_at as "completedAt", how,
      opened_at as "openedAt", place, page, ${toRangesSql('watched')} as watched, ${toRangesSql('pages_seen')} as "pagesSeen",
      page_count as "pageCount", said_seconds as "saidSeconds", is_at_end as "isAtEnd",
      covered_seconds as "coveredSeconds", seconds_spent as "secondsSpent", last_beat_at as "lastBeatAt",
      credited_until as "creditedUntil", coalesce(state -> 'isFinished' = 'true', false) as "isFinished",
      joined_at as "joinedAt", attended_seconds as "attendedSeconds", is_marked_present as "isMarkedPresent",
      score, is_awaiting_grade as "isAwaitingGrade", handed_in_at as "handedInAt", posts, replies`

const selectProgress = statement(
  progressRow,
  `select ${progressColumns} from lms_lesson_progress
    where tenant_id = $tenantId and enrollment_id = $enrollmentId and cycle = $cycle and lesson_id = $lessonId`,
)

/** Reads the progress of a learner in a lesson; undefined until they open it. */
export async function getProgress(
  scope: TenantScope,
  enrollmentId: string,
  cycle: number,
  lessonId: string,
): Promise<StoredProgress | undefined> {
  const [found] = await scope.rows(selectProgress, { tenantId: scope.tenantId, enrollmentId, cycle, lessonId })
  return found
}

/** Progress with its enrollment and cycle. */
export const learnerProgressRow = progressRow.extend({ enrollmentId: z.uuid(), cycle: z.number().int() })

const selectRecordingLength = statement(
  z.object({ seconds: z.number().nullable() }),
  'select seconds from lms_files where id = $id',
)

/** Lesson with the parts that its requirements follow from. */
export interface AskedLesson {
  lessonId: string
  kind: LessonKind
  details: object
  /** Number of words in its text. */
  words: number
  /** Minutes of the lesson; 0: not set. */
  minutes: number
}

/** Loads the facts about a learner in a lesson. */
export async function loadLessonFacts(
  scope: TenantScope,
  lesson: Omit<AskedLesson, 'lessonId'>,
  kept: StoredProgress | undefined,
): Promise<LessonFacts> {
  const recordingId = lesson.kind.recording?.(lesson.details) ?? null
  const [file] = recordingId === null ? [] : await scope.rows(selectRecordingLength, { id: recordingId })
  return toLessonFacts(lesson, kept, { now: scope.core.clock.now(), duration: file?.seconds ?? null })
}

/** Builds the facts without queries. @param duration seconds of its recording, if the server knows them */
export function toLessonFacts(
  { kind, details, words, minutes }: Omit<AskedLesson, 'lessonId'>,
  kept: StoredProgress | undefined,
  { now, duration }: { now: Date; duration: number | null },
): LessonFacts {
  const held = kind.heldTime?.(details, minutes) ?? null
  const { pagesSeen = [], pageCount = null } = kept ?? {}
  return {
    openedAt: kept?.openedAt ?? null,
    secondsOpen: kept ? Math.max(0, (now.getTime() - Date.parse(kept.openedAt)) / 1000) : 0,
    secondsSpent: kept?.secondsSpent ?? 0,
    covered: kept?.coveredSeconds ?? 0,
    duration: duration ?? kept?.saidSeconds ?? null,
    isDurationKnown: duration !== null,
    pagesSeen: pagesSeen.reduce((sum, [from, to]) => sum + to - from, 0),
    pageCount,
    isLastPageSeen: pageCount !== null && pagesSeen.some(([from, to]) => from <= pageCount && pageCount < to),
    isAtEnd: kept?.isAtEnd ?? false,
    words,
    said: { isFinished: kept?.isFinished ?? false },
    heldSeconds: held && (held.until - held.from) / 1000,
    attended: kept?.attendedSeconds ?? 0,
    joinedAt: kept?.joinedAt ?? null,
    isMarkedPresent: kept?.isMarkedPresent ?? false,
    score: kept?.score ?? null,
    isAwaitingGrade: kept?.isAwaitingGrade ?? false,
    handedInAt: kept?.handedInAt ?? null,
    posts: kept?.posts ?? 0,
    replies: kept?.replies ?? 0,
  }
}

/** Reports the progress of a learner in a lesson, with what is missing. */
export async function toLessonProgress(
  scope: TenantScope,
  lesson: AskedLesson,
  kept: StoredProgress | undefined,
  known?: LessonFacts,
): Promise<LessonProgress> {
  const facts = known ?? (await loadLessonFacts(scope, lesson, kept))
  return {
    lessonId: lesson.lessonId,
    isCompleted: kept?.isCompleted ?? false,
    completedAt: kept?.completedAt ?? null,
    how: kept?.how ?? null,
    openedAt: facts.openedAt,
    place: kept?.place ?? null,
    page: kept?.page ?? null,
    secondsSpent: facts.secondsSpent,
    watched: (kept?.watched ?? []).map(([from, to]): [number, number] => [from / 1000, to / 1000]),
    facts,
    missing: kept?.isCompleted ? [] : lesson.kind.missing(lesson.details, facts),
  }
}
