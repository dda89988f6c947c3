import type { CatalogCourse, CatalogLesson } from '../../catalog/contract.ts'

/** Lists all lessons of a course in the order of its chapters. */
export const listLessons = ({ chapters }: Pick<CatalogCourse, 'chapters'>): CatalogLesson[] =>
  chapters.flatMap(({ lessons }) => lessons)

/**
 * Finds the lesson to continue with (spec part 2, section 2.8): the first one that is open and not completed. Otherwise the
 * first one that will open, which shows when; without any, the first of all.
 */
export function findNextLesson(course: Pick<CatalogCourse, 'chapters' | 'progress'>): CatalogLesson | undefined {
  const done = listCompleted(course)
  const lessons = listLessons(course)
  const left = lessons.filter(({ id }) => !done.has(id))
  return left.find(({ isLocked }) => !isLocked) ?? left[0] ?? lessons[0]
}

/** Lists the ids of the completed lessons. */
export const listCompleted = ({ progress }: Pick<CatalogCourse, 'progress'>): ReadonlySet<string> =>
  new Set(progress.filter(({ isCompleted }) => isCompleted).map(({ lessonId }) => lessonId))
