import { create } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'
import { publishCourse } from './courses.ts'

/** Publishes a course of one quiz or assessment. */
export async function publishQuiz(
  author: Client,
  details: object,
  {
    contentType = 'assessment',
    audience = 'everybody',
  }: { contentType?: 'quiz' | 'assessment'; audience?: string } = {},
): Promise<{ id: string; lessonId: string }> {
  const { id, chapterId } = await publishCourse(author, { title: 'At stake', audience }, [])
  const { id: lessonId } = await create<{ id: string }>(author, '/api/lms/lessons', {
    courseId: id,
    chapterId,
    title: 'What do you know?',
    contentType,
  })
  await writeQuiz(author, { lessonId, contentType, details })
  await author.put(`/api/lms/courses/${id}`, { status: 'published' })
  return { id, lessonId }
}

/** Writes the questions of a quiz into the draft. @throws if it is refused */
export async function writeQuiz(
  author: Client,
  { lessonId, contentType, details }: { lessonId: string; contentType: string; details: object },
): Promise<void> {
  const body = { type: 'doc', content: [] }
  const written = await author.put(`/api/lms/lessons/${lessonId}/content`, { contentType, body, details })
  if (written.status !== 200)
    throw new Error(`Writing a quiz answered ${written.status}: ${JSON.stringify(written.body)}`)
}
