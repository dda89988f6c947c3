import { randomUUID } from 'node:crypto'
import type { Child } from './children.ts'
import { send, type Headers } from './learners.ts'

/** Questions of each quiz. */
export const QUESTIONS = 30

/** The correct option of each question, by its text: option ids differ for every learner. */
export const RIGHT_OPTION = 'The right one'

interface QuizCourse {
  courseId: string
  /** Lessons of its assessments, in order. */
  lessonIds: string[]
}

/** Creates and publishes a course of assessments that any submission passes. */
export async function publishQuizzes(platform: Child, author: Headers, titles: readonly string[]): Promise<QuizCourse> {
  const course = { title: 'A course of quizzes', givesCertificate: true }
  const { id: courseId } = await send(platform, author, 'POST', '/api/lms/courses', course)
  const lessonIds: string[] = []
  for (const title of titles) {
    const lesson = { courseId, title, contentType: 'assessment' }
    const { id } = await send(platform, author, 'POST', '/api/lms/lessons', lesson)
    await send(platform, author, 'PUT', `/api/lms/lessons/${id}/content`, {
      contentType: 'assessment',
      body: { type: 'doc', content: [] },
      details: { questions: questions(), passPercent: 0, attempts: null, timeLimit: 600, feedback: 'after_submission' },
    })
    lessonIds.push(id)
  }
  await publish(platform, author, courseId)
  return { courseId, lessonIds }
}

export const publish = (platform: Child, author: Headers, courseId: string) =>
  send(platform, author, 'PUT', `/api/lms/courses/${courseId}`, { status: 'published' })

const questions = () =>
  Array.from({ length: QUESTIONS }, (_, index) => ({
    type: 'single',
    id: randomUUID(),
    prompt: `Question ${index + 1}: which of these is it?`,
    points: 1,
    options: [RIGHT_OPTION, 'Another', 'A third', 'None of these'].map((text) => ({
      id: randomUUID(),
      text,
      isRight: text === RIGHT_OPTION,
    })),
  }))
