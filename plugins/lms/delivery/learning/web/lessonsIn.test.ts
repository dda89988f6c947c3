import { expect, test } from 'vitest'
import type { CatalogCourse, CatalogLesson } from '../../catalog/contract.ts'
import { findNextLesson } from './lessonsIn.ts'

type Progress = CatalogCourse['progress'][number]

/** Finds the next lesson. @param lessons 'A' is open, 'a' is locked @param done the completed ones */
function findNext(lessons: string, done: string): string | undefined {
  const lesson = (id: string) => ({ id, isLocked: id === id.toLowerCase() }) as CatalogLesson
  const chapter = { id: null, lessons: lessons.split('').map(lesson) } as unknown as CatalogCourse['chapters'][number]
  const progress = done.split('').map((lessonId) => ({ lessonId, isCompleted: true }) as Progress)
  return findNextLesson({ chapters: [chapter], progress })?.id
}

test('a course continues with an open lesson, then one that will open, and starts over once completed', () => {
  expect(findNext('ABC', '')).toBe('A')
  expect(findNext('AbC', 'A')).toBe('C')
  expect(findNext('Abc', 'A')).toBe('b')
  expect(findNext('ABC', 'ABC')).toBe('A')
  expect(findNext('', '')).toBeUndefined()
})
