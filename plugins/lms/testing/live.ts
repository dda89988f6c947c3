import { made } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'

interface Live {
  startsAt: string
  /** Minutes. */
  duration?: number
  recordingUrl?: string
}

/** A published course of one live session, by whoever is signed in. */
export async function publishLive(
  author: Client,
  { startsAt, duration = 40, recordingUrl = '' }: Live,
): Promise<{ id: string; lessonId: string }> {
  const { id } = await made<{ id: string }>(author, '/api/lms/courses', { title: 'Met' })
  const { id: lessonId } = await made<{ id: string }>(author, '/api/lms/lessons', {
    courseId: id,
    title: 'Kick-off',
    contentType: 'live_session',
    duration,
  })
  const contentUrl = 'https://meet.example/kick-off'
  const details = { startsAt, recordingUrl }
  const content = { contentType: 'live_session', body: { type: 'doc', content: [] }, details, contentUrl }
  await author.put(`/api/lms/lessons/${lessonId}/content`, content)
  await author.put(`/api/lms/courses/${id}`, { status: 'published' })
  return { id, lessonId }
}
