import { expect } from 'vitest'
import type { Client } from '#core/testing/harness.ts'

async function createThrough(by: Client, path: string, body: object): Promise<string> {
  const { status, body: answer } = await by.post(path, body)
  expect(status, `${path}: ${JSON.stringify(answer)}`).toBe(201)
  return answer.id
}

/** Creates courses with one item of each kind. */
export async function writeCourses(admin: Client): Promise<void> {
  const courseId = await createThrough(admin, '/api/lms/courses', { title: 'Chess for beginners' })
  await createThrough(admin, '/api/lms/lessons', { courseId, title: 'How pieces move' })
  const bankId = await createThrough(admin, '/api/lms/question-banks', { name: 'Chess' })
  const question = { id: crypto.randomUUID(), type: 'true_false', prompt: 'A king moves one step.', isTrue: true }
  await createThrough(admin, '/api/lms/questions', { bankId, question })
}
