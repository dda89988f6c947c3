import { create } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'

export interface WrittenCourse {
  id: string
  chapterId: string
  lessons: string[]
}

/** Creates a course with a chapter of articles, as the signed-in author. */
export async function writeCourse(
  author: Client,
  course: { title: string; audience?: string; status?: string } & Record<string, unknown>,
  titles: readonly string[] = ['Welcome', 'Tools'],
): Promise<WrittenCourse> {
  const { status, ...fields } = course
  const { id } = await create<{ id: string }>(author, '/api/lms/courses', fields)
  const { id: chapterId } = await create<{ id: string }>(author, '/api/lms/chapters', { courseId: id, title: 'Before' })
  const lessons: string[] = []
  for (const title of titles) {
    const lesson = { courseId: id, chapterId, title, content: `About ${title}` }
    lessons.push((await create<{ id: string }>(author, '/api/lms/lessons', lesson)).id)
  }
  if (status) await author.put(`/api/lms/courses/${id}`, { status })
  return { id, chapterId, lessons }
}

/** Creates a course that learners find. */
export const publishCourse = (author: Client, course: Parameters<typeof writeCourse>[1], titles?: readonly string[]) =>
  writeCourse(author, { ...course, status: 'published' }, titles)
