import type { CatalogCourse, CatalogLesson } from '../../catalog/contract.ts'

/** All lessons of a course in the order of its chapters. */
export const lessonsIn = ({ chapters }: Pick<CatalogCourse, 'chapters'>): CatalogLesson[] =>
  chapters.flatMap(({ lessons }) => lessons)

/** Where to go on: the first lesson that is not complete, or the first of all. */
export function nextLesson(course: Pick<CatalogCourse, 'chapters' | 'progress'>): CatalogLesson | undefined {
  const done = completedIn(course)
  const lessons = lessonsIn(course)
  return lessons.find(({ id }) => !done.has(id)) ?? lessons[0]
}

/** Ids of the lessons that are complete. */
export const completedIn = ({ progress }: Pick<CatalogCourse, 'progress'>): ReadonlySet<string> =>
  new Set(progress.filter(({ isCompleted }) => isCompleted).map(({ lessonId }) => lessonId))
