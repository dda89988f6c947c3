import { expect } from 'vitest'
import type { Client } from '#core/testing/harness.ts'

async function made(by: Client, path: string, body: object): Promise<string> {
  const { status, body: answer } = await by.post(path, body)
  expect(status, `${path}: ${JSON.stringify(answer)}`).toBe(201)
  return answer.id
}

/** Writes courses with one of each thing. */
export async function writeCourses(admin: Client): Promise<void> {
  const courseId = await made(admin, '/api/lms/courses', { title: 'Chess for beginners' })
  await made(admin, '/api/lms/lessons', { courseId, title: 'How pieces move' })
  const bankId = await made(admin, '/api/lms/question-banks', { name: 'Chess' })
  const question = { id: crypto.randomUUID(), type: 'true_false', prompt: 'A king moves one step.', isTrue: true }
  await made(admin, '/api/lms/questions', { bankId, question })
}
