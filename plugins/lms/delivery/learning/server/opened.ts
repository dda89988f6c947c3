import { listLessonLocks, computeOpeningTime, type Reader } from '../../catalog/server/gate.ts'
import type { OutlineLesson } from '../../../authoring/versions/server/course-outline.ts'
import type { PublishedCourse } from '../../../authoring/versions/server/published.ts'

/** Range of calendar days, without its first one. */
export interface Days {
  after: string
  until: string
}

/**
 * Lists openings on these days in lessons that a learner has not begun, as titles in course order: a chapter if all of its
 * lessons have opened, lessons otherwise.
 */
export function listOpenings(course: PublishedCourse, reader: Reader, days: Days): string[] {
  const isNew = (lesson: OutlineLesson) => isOpened(course, lesson, reader, days)
  const inWords = (chapterId: string | null, title: string | null) => {
    const lessons = course.lessons.filter((lesson) => lesson.chapterId === chapterId)
    const opened = lessons.filter(isNew)
    return title !== null && opened.length > 1 && opened.length === lessons.length
      ? [`The chapter “${title}”`]
      : opened.map((lesson) => lesson.title)
  }
  return [...course.chapters.flatMap(({ id, title }) => inWords(id, title)), ...inWords(null, null)]
}

function isOpened(course: PublishedCourse, lesson: OutlineLesson, reader: Reader, { after, until }: Days): boolean {
  if (lesson.isPreview || lesson.unfinished.length > 0 || reader.begun.has(lesson.id)) return false
  const day = computeOpeningTime(course, lesson, reader)?.toPlainDate().toString()
  return day !== undefined && day > after && day <= until && listLessonLocks(course, lesson, reader).length === 0
}
