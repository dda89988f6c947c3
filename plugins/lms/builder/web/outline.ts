import type { Lesson } from '../../authoring/lessons/contract.ts'
import type { Section } from '../../authoring/lessons/web/sections.ts'

/**
 * All lessons in the order that a move leads to, numbered from 1.
 * @param index where the lesson is to stand in the section, once it is taken out of where it was
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
