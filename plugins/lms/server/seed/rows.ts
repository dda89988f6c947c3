import { randomUUID } from 'node:crypto'
import { imageKind } from '#core/server/files/image-kind.ts'
import type { DemoCourse } from './course.ts'
import { addressOf, detailsOf, filesOfLesson } from './details.ts'
import { courseFileRow, fileOf, fileRow, type keepMedia } from './media.ts'
import { picturesOf, richTextOf } from './writing.ts'

const coverOf = ({ cover }: DemoCourse) => `${cover}.webp`

/** Names of the files that a course shows in its lessons, each once. */
function filesOfCourse({ chapters }: DemoCourse): string[] {
  const lessons = chapters.flatMap((chapter) => chapter.lessons)
  const pictures = lessons.flatMap(({ body }) => picturesOf(body).map((name) => `${name}.webp`))
  return [...new Set([...pictures, ...lessons.flatMap(filesOfLesson)])]
}

/** Names of all that a course shows. */
export const mediaOf = (course: DemoCourse): string[] => [coverOf(course), ...filesOfCourse(course)]

/** Rows of a course. */
export interface Rows {
  files: object[]
  courses: object[]
  courseFiles: object[]
  chapters: object[]
  lessons: object[]
}

/** @param courseId its own, new */
export function rowsOf(
  course: DemoCourse,
  courseId: string,
  contents: Awaited<ReturnType<typeof keepMedia>>,
  { createdAt, ...seeding }: { createdAt: string; now: Date; banks: ReadonlyMap<string, string> },
): Rows {
  const made = { createdAt, updatedAt: createdAt }
  const cover = fileOf(coverOf(course))
  const files = new Map(filesOfCourse(course).map((name) => [name, fileOf(name)]))
  const fileNamed = (name: string) => {
    const file = files.get(name)
    if (!file) throw new Error(`The course has no ${name}`)
    return file
  }
  const chapters = course.chapters.map(({ lessons: _, ...chapter }, place) => ({
    id: randomUUID(),
    courseId,
    ...chapter,
    position: place + 1,
    ...made,
  }))
  const lessons = course.chapters.flatMap((chapter, place) =>
    chapter.lessons.map((lesson) => ({ lesson, chapterId: chapters[place]?.id })),
  )
  return {
    files: [
      fileRow(cover, contents.get(cover.name), { ownerId: null, createdAt, keptAs: imageKind.id }),
      ...[...files.values()].map((file) => fileRow(file, contents.get(file.name), { ownerId: courseId, createdAt })),
    ],
    courses: [
      {
        id: courseId,
        title: course.title,
        description: course.description,
        category: course.category,
        difficulty: course.level,
        // As long as its lessons.
        duration: 0,
        imageUrl: `/api/images/${cover.id}`,
        learningObjectives: JSON.stringify(course.objectives),
        prerequisites: JSON.stringify(course.prerequisites),
        tags: JSON.stringify(course.tags),
        audience: course.audience,
        isFeatured: course.isFeatured,
        ...made,
      },
    ],
    courseFiles: [...files.values()].map((file) => courseFileRow(file, courseId, createdAt)),
    chapters,
    lessons: lessons.map(({ lesson, chapterId }, place) => ({
      id: randomUUID(),
      courseId,
      chapterId,
      title: lesson.title,
      description: lesson.about,
      content: JSON.stringify(richTextOf(lesson.body, (picture) => fileNamed(`${picture}.webp`).id)),
      details: JSON.stringify({ [lesson.kind]: detailsOf(lesson, { fileNamed, ...seeding }) }),
      contentType: lesson.kind,
      contentUrl: addressOf(lesson),
      duration: lesson.minutes,
      position: place + 1,
      isRequired: lesson.isRequired ?? true,
      isPreview: lesson.isPreview ?? false,
      ...made,
    })),
  }
}
