import { AppError } from '#core/server/errors.ts'
import type { CourseOutline, OutlineLesson } from '../../../authoring/versions/server/course-outline.ts'
import type { PublishedCourse } from '../../../authoring/versions/server/published.ts'
import type { LockReason } from '../gate-contract.ts'

/** Reader of a course, with all that locks depend on. */
export interface Reader {
  /** null: not enrolled. */
  enrolledAt: string | null
  /** Ids of lessons that they have begun; `done` has the completed ones of these. */
  begun: ReadonlySet<string>
  done: ReadonlySet<string>
  /** Time zone of the organization, in which its days begin. */
  timeZone: string
  now: Date
}

type Chapter = CourseOutline['chapters'][number]

/**
 * Lists the reasons why a learner may not read a lesson of their version; empty if they may. Outline, lesson, files, beats and
 * completion all use this. A lesson that the learner has begun stays open, whatever prerequisites it gets later.
 */
export function listLessonLocks(course: PublishedCourse, lesson: OutlineLesson, reader: Reader): LockReason[] {
  if (lesson.isPreview) return []
  if (reader.enrolledAt === null) {
    return [{ type: 'not-enrolled', message: 'Enroll in the course to access lesson content.' }]
  }
  if (reader.begun.has(lesson.id)) return []
  const chapter = course.chapters.find(({ id }) => id === lesson.chapterId)
  return [
    ...listChapterLocks(course, chapter, reader),
    ...listLessonLocksBefore(course, lesson, reader),
    ...listDateLocks(computeOpeningTime(course, lesson, reader), reader),
  ]
}

/** Computes when a lesson opens by date, apart from other locks; null: no date locks it. */
export function computeOpeningTime(
  { chapters }: PublishedCourse,
  { chapterId, opening }: OutlineLesson,
  reader: Pick<Reader, 'enrolledAt' | 'timeZone'>,
): Temporal.ZonedDateTime | null {
  const chapter = chapters.find(({ id }) => id === chapterId)
  const days = [listOpeningDays(chapter?.opening, reader), listOpeningDays(opening, reader)].flat()
  return days.toSorted((one, other) => other.epochMilliseconds - one.epochMilliseconds)[0] ?? null
}

function listChapterLocks(course: PublishedCourse, chapter: Chapter | undefined, { done }: Reader): LockReason[] {
  return course.chapters
    .filter(({ id }) => chapter?.opening?.afterIds.includes(id))
    .filter(({ id }) => listRequiredLessons(course, id).some((lesson) => !done.has(lesson.id)))
    .map(({ id, title }) => ({
      type: 'chapter-before',
      id,
      title,
      message: `Finish the chapter “${title}” first.`,
    }))
}

/** Lists the lessons that complete a chapter: the required ones, or all if none is required. */
function listRequiredLessons(course: PublishedCourse, chapterId: string): OutlineLesson[] {
  const all = course.lessons.filter((lesson) => lesson.chapterId === chapterId && canBeDone(lesson))
  const required = all.filter(({ isRequired }) => isRequired)
  return required.length > 0 ? required : all
}

const listLessonLocksBefore = (course: PublishedCourse, { opening }: OutlineLesson, { done }: Reader): LockReason[] =>
  course.lessons
    .filter((lesson) => opening?.afterIds.includes(lesson.id) && canBeDone(lesson) && !done.has(lesson.id))
    .map(({ id, title }) => ({ type: 'lesson-before', id, title, message: `Finish “${title}” first.` }))

/** Checks if a lesson can be completed: one that cannot locks nothing. */
const canBeDone = ({ unfinished }: OutlineLesson) => unfinished.length === 0

function listOpeningDays(
  opening: Chapter['opening'],
  { enrolledAt, timeZone }: Pick<Reader, 'enrolledAt' | 'timeZone'>,
): Temporal.ZonedDateTime[] {
  const { opensOn, opensAfterDays } = opening ?? {}
  const days: Temporal.PlainDate[] = []
  if (opensOn) days.push(Temporal.PlainDate.from(opensOn))
  if (opensAfterDays && enrolledAt !== null) {
    const began = Temporal.Instant.from(enrolledAt).toZonedDateTimeISO(timeZone).toPlainDate()
    days.push(began.add({ days: opensAfterDays }))
  }
  return days.map((day) => day.toZonedDateTime(timeZone))
}

function listDateLocks(last: Temporal.ZonedDateTime | null, { now }: Reader): LockReason[] {
  if (!last || last.epochMilliseconds <= now.getTime()) return []
  const message = `Opens on ${last.toLocaleString('en-US', { dateStyle: 'long' })}.`
  return [{ type: 'opens-on', opensAt: last.toInstant().toString({ fractionalSecondDigits: 3 }), message }]
}

/** Checks if any part of a course opens by date. */
export const hasOpeningDays = ({ chapters, lessons }: CourseOutline): boolean =>
  [...chapters, ...lessons].some(({ opening }) => opening?.opensOn || opening?.opensAfterDays)

/** @throws forbidden (403) with the reasons, if there are any */
export function rejectLocked(locks: readonly LockReason[]): void {
  if (locks.length > 0)
    throw new AppError('forbidden', 403, locks.map(({ message }) => message).join(' '), { details: locks })
}
