import { create } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'

interface Live {
  startsAt: string
  /** Minutes. */
  duration?: number
  recordingUrl?: string
}

/** Publishes a course of one live session, as the signed-in author. */
export async function publishLive(
  author: Client,
  { startsAt, duration, recordingUrl }: Live,
): Promise<{ id: string; lessonId: string }> {
  const { id } = await create<{ id: string }>(author, '/api/lms/courses', { title: 'Met' })
  const lessonId = await writeLive(author, id, { startsAt, duration, recordingUrl })
  await author.put(`/api/lms/courses/${id}`, { status: 'published' })
  return { id, lessonId }
}

/** Adds a live session to a course, which has to be published afterwards. @returns the id of the lesson */
export async function writeLive(
  author: Client,
  courseId: string,
  { startsAt, duration = 40, recordingUrl = '' }: Live,
): Promise<string> {
  const { id } = await create<{ id: string }>(author, '/api/lms/lessons', {
    courseId,
    title: 'Kick-off',
    contentType: 'live_session',
    duration,
  })
  const contentUrl = 'https://meet.example/kick-off'
  const details = { startsAt, recordingUrl }
  const content = { contentType: 'live_session', body: { type: 'doc', content: [] }, details, contentUrl }
  await author.put(`/api/lms/lessons/${id}/content`, content)
  return id
}
