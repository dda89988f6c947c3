import { randomUUID } from 'node:crypto'
import type { DemoPlatform } from './platform.ts'

const HOUR_MS = 3_600_000

/** Data for the flows of one browser, apart from those of another. */
export interface Prepared {
  /** The browser's name, in the names of all that it makes. */
  browser: string
  student: string
  parent: string
  instructor: string
  courseId: string
  quizId: string
  articleId: string
  sessionId: string
  /** The student of the session. */
  attendee: string
  consent: string
}

interface Created {
  id: string
}

/** @param index of the browser, since each has users of its own */
export async function prepare(platform: DemoPlatform, browser: string, index: number): Promise<Prepared> {
  const emailOf = async (role: string) => (await platform.listUsers(role))[index]?.email ?? ''
  const consent = `Photos in ${browser}`
  await platform.call('POST', '/api/consents', { title: consent, body: 'We take photos.', kind: 'photo' })
  return {
    browser,
    consent,
    student: await emailOf('student'),
    parent: await emailOf('parent'),
    ...(await publishCourse(platform, browser)),
    ...(await planSession(platform, browser)),
  }
}

async function publishCourse({ call }: DemoPlatform, browser: string) {
  const course = { title: `Course in ${browser}`, audience: 'everybody' }
  const { id: courseId } = await call<Created>('POST', '/api/lms/courses', course)
  const { id: chapterId } = await call<Created>('POST', '/api/lms/chapters', { courseId, title: 'Robots' })
  const lesson = { courseId, chapterId }
  const article = { ...lesson, title: 'First joints', contentType: 'article', content: 'Solder.' }
  const { id: articleId } = await call<Created>('POST', '/api/lms/lessons', article)
  const quiz = { ...lesson, title: 'What do you know?', contentType: 'quiz' }
  const { id: quizId } = await call<Created>('POST', '/api/lms/lessons', quiz)
  const questions = [
    { id: randomUUID(), type: 'true_false', prompt: 'Batteries can burn.', isTrue: true },
    { id: randomUUID(), type: 'short_text', prompt: 'What measures distance?', accepted: ['sensor'] },
  ]
  await call('PUT', `/api/lms/lessons/${quizId}/content`, {
    contentType: 'quiz',
    body: { type: 'doc', content: [] },
    details: { questions, passPercent: 100 },
  })
  await call('PUT', `/api/lms/courses/${courseId}`, { status: 'published' })
  return { courseId, quizId, articleId }
}

/** Plans a session that is on now, with the first instructor who is free. */
async function planSession(platform: DemoPlatform, browser: string) {
  const times = {
    startDate: new Date(Date.now() - HOUR_MS).toISOString(),
    endDate: new Date(Date.now() + HOUR_MS).toISOString(),
  }
  const name = `Session in ${browser}`
  const student = { firstName: 'Mia', lastName: `Of ${browser}` }
  const { id: studentId } = await platform.call<Created>('POST', '/api/students', student)
  for (const { id: instructorId, email } of await platform.listUsers('instructor')) {
    const session = await platform
      .call<Created>('POST', '/api/sessions', { name, ...times, instructorId })
      .catch(() => undefined)
    if (!session) continue
    await platform.call('POST', `/api/sessions/${session.id}/participants`, { studentIds: [studentId] })
    return { instructor: email, sessionId: session.id, attendee: `${student.firstName} ${student.lastName}` }
  }
  throw new Error('Every instructor of the demo teaches now')
}
