import type { Chapter } from '../../courses/contract.ts'
import type { Lesson } from '../contract.ts'

/** Id of the group of lessons without a chapter. */
export const UNASSIGNED = 'unassigned'

export interface Section {
  id: string
  /** null: unassigned. */
  chapter: Chapter | null
  name: string
  lessons: readonly Lesson[]
}

/** Groups lessons by chapter in course order, with unassigned ones at the end. */
export function toSections(chapters: readonly Chapter[], lessons: readonly Lesson[]): Section[] {
  return [
    ...chapters.map((chapter) => ({
      id: chapter.id,
      chapter,
      name: chapter.title,
      lessons: lessons.filter(({ chapterId }) => chapterId === chapter.id),
    })),
    {
      id: UNASSIGNED,
      chapter: null,
      name: 'Unassigned Lessons',
      lessons: lessons.filter(({ chapterId }) => chapterId === null),
    },
  ]
}
