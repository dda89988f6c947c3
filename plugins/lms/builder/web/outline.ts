import type { Lesson } from '../../authoring/lessons/contract.ts'
import type { Section } from '../../authoring/lessons/web/sections.ts'

/**
 * Lists all lessons in the order after a move, numbered from 1.
 * @param index position in the section, counted without the moved lesson
 */
export function moveLesson(sections: readonly Section[], lessonId: string, sectionId: string, index: number): Lesson[] {
  const lesson = sections.flatMap(({ lessons }) => lessons).find(({ id }) => id === lessonId)
  if (!lesson) throw new Error('Only a lesson of the course can be moved')
  return sections
    .flatMap(({ id, chapter, lessons }) => {
      const others = lessons.filter((one) => one.id !== lessonId)
      return id === sectionId ? others.toSpliced(index, 0, { ...lesson, chapterId: chapter?.id ?? null }) : others
    })
    .map((one, place) => ({ ...one, order: place + 1 }))
}
