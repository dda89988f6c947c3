import { create } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'

/** Publishes a course with a discussion, as the signed-in author. */
export async function publishDiscussion(
  author: Client,
  details: object = {},
  course: object = {},
): Promise<{ id: string; lessonId: string }> {
  const given = { title: 'Bridges', audience: 'everybody', ...course }
  const { id } = await create<{ id: string }>(author, '/api/lms/courses', given)
  const contentType = 'discussion'
  const lesson = { courseId: id, title: 'Why bridges hold', contentType }
  const { id: lessonId } = await create<{ id: string }>(author, '/api/lms/lessons', lesson)
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Why do they?' }] }] }
  const content = await author.put(`/api/lms/lessons/${lessonId}/content`, { contentType, body, details })
  if (content.status !== 200) throw new Error(`The prompt was not taken: ${JSON.stringify(content.body)}`)
  await author.put(`/api/lms/courses/${id}`, { status: 'published' })
  return { id, lessonId }
}

export const getThreadsPath = (lessonId: string): string => `/api/tenant/lessons/${lessonId}/threads`
export const getRepliesPath = (threadId: string): string => `/api/tenant/threads/${threadId}/replies`
