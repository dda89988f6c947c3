import type { CatalogCourse, CatalogLesson } from '../../catalog/contract.ts'
import { kindOf } from '../../lessons/kinds/contract.ts'

/** All lessons of a course in the order of its chapters. */
export const lessonsIn = ({ chapters }: Pick<CatalogCourse, 'chapters'>): CatalogLesson[] =>
  chapters.flatMap(({ lessons }) => lessons)

/**
 * Where to go on (spec part 2, section 2.8): the first lesson that is not complete and open, or the first of all. What
 * takes no answers yet is complete never, and gone on from once it was opened.
 */
export function nextLesson(course: Pick<CatalogCourse, 'chapters' | 'progress'>): CatalogLesson | undefined {
  const done = completedIn(course)
  const opened = new Set(course.progress.map(({ lessonId }) => lessonId))
  const lessons = lessonsIn(course)
  const isLeft = ({ id, isLocked, contentType }: CatalogLesson) =>
    !isLocked && !done.has(id) && (kindOf(contentType).canBeDone || !opened.has(id))
  return lessons.find(isLeft) ?? lessons[0]
}

/** Ids of the lessons that are complete. */
export const completedIn = ({ progress }: Pick<CatalogCourse, 'progress'>): ReadonlySet<string> =>
  new Set(progress.filter(({ isCompleted }) => isCompleted).map(({ lessonId }) => lessonId))
