import { randomUUID } from 'node:crypto'
import { imageKind } from '#core/server/files/image-kind.ts'
import type { DemoCourse } from './course.ts'
import { getAddress, toDetails, listLessonFiles } from './details.ts'
import { newCourseFileRow, newSeededFile, newFileRow, type storeMedia } from './media.ts'
import { listPictures, toRichText } from './writing.ts'

const getCoverFile = ({ cover }: DemoCourse) => `${cover}.webp`

/** Lists the files that a course shows in its lessons, each once, by name. */
function listCourseFiles({ chapters }: DemoCourse): string[] {
  const lessons = chapters.flatMap((chapter) => chapter.lessons)
  const pictures = lessons.flatMap(({ body }) => listPictures(body))
  return [...new Set([...pictures, ...lessons.flatMap(listLessonFiles)])]
}

/** Lists all files that a course shows, by name. */
export const listMedia = (course: DemoCourse): string[] => [getCoverFile(course), ...listCourseFiles(course)]

/** Rows of a course. */
export interface Rows {
  files: object[]
  courses: object[]
  courseFiles: object[]
  chapters: object[]
  lessons: object[]
}

/**
 * Builds the rows of a course.
 * @param courseId its new id
 * @param contents stored files; null for a course without a cover, whose lessons show none
 */
export function newCourseRows(
  course: DemoCourse,
  courseId: string,
  contents: Awaited<ReturnType<typeof storeMedia>> | null,
  { createdAt, ...seeding }: { createdAt: string; now: Date; banks: ReadonlyMap<string, string> },
): Rows {
  const made = { createdAt, updatedAt: createdAt }
  const cover = contents && newSeededFile(getCoverFile(course))
  const files = new Map(listCourseFiles(course).map((name) => [name, newSeededFile(name)]))
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
      ...(cover
        ? [newFileRow(cover, contents?.get(cover.name), { ownerId: null, createdAt, keptAs: imageKind.id })]
        : []),
      ...[...files.values()].map((file) =>
        newFileRow(file, contents?.get(file.name), { ownerId: courseId, createdAt }),
      ),
    ],
    courses: [
      {
        id: courseId,
        title: course.title,
        description: course.description,
        category: course.category,
        difficulty: course.level,
        // 0: the sum of its lessons.
        duration: 0,
        imageUrl: cover ? `/api/images/${cover.id}` : '',
        learningObjectives: JSON.stringify(course.objectives),
        prerequisites: JSON.stringify(course.prerequisites),
        tags: JSON.stringify(course.tags),
        audience: course.audience,
        isFeatured: course.isFeatured,
        ...made,
      },
    ],
    courseFiles: [...files.values()].map((file) => newCourseFileRow(file, courseId, createdAt)),
    chapters,
    lessons: lessons.map(({ lesson, chapterId }, place) => ({
      id: randomUUID(),
      courseId,
      chapterId,
      title: lesson.title,
      description: lesson.about,
      content: JSON.stringify(toRichText(lesson.body, (name) => fileNamed(name).id)),
      details: JSON.stringify({ [lesson.kind]: toDetails(lesson, { fileNamed, ...seeding }) }),
      contentType: lesson.kind,
      contentUrl: getAddress(lesson),
      duration: lesson.minutes,
      position: place + 1,
      isRequired: lesson.isRequired,
      isPreview: lesson.isPreview,
      ...made,
    })),
  }
}
