import type { Chapter } from '../../courses/contract.ts'
import type { Lesson } from '../../lessons/contract.ts'

/** Of the group that holds what is in no chapter. */
export const UNASSIGNED = 'unassigned'

export interface Section {
  id: string
  /** null: unassigned. */
  chapter: Chapter | null
  name: string
  lessons: readonly Lesson[]
}

/** Chapters in their order, each with its lessons, and what is in none behind them. */
export function sectionsOf(chapters: readonly Chapter[], lessons: readonly Lesson[]): Section[] {
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

/**
 * All lessons in the order that a move leads to, numbered from 1.
 * @param index where the lesson is to stand in the section, once it is taken out of where it was
 */
export function moved(sections: readonly Section[], lessonId: string, sectionId: string, index: number): Lesson[] {
  const lesson = sections.flatMap(({ lessons }) => lessons).find(({ id }) => id === lessonId)
  if (!lesson) throw new Error('Only a lesson of the course can be moved')
  return sections
    .flatMap(({ id, chapter, lessons }) => {
      const others = lessons.filter((one) => one.id !== lessonId)
      return id === sectionId ? others.toSpliced(index, 0, { ...lesson, chapterId: chapter?.id ?? null }) : others
    })
    .map((one, place) => ({ ...one, order: place + 1 }))
}
