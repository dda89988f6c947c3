import { create, randomText, type Call, type Calls, type World } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'
import { questionCalls } from './calls-questions.ts'
import { embeddedCalls } from './calls-embedded.ts'
import { fileCalls } from './calls-files.ts'
import { catalogCalls } from './calls-catalog.ts'
import { enrollmentCalls } from './calls-enrollments.ts'
import { handInCalls } from './calls-hand-ins.ts'
import { discussionCalls } from './calls-discussions.ts'
import { noteCalls } from './calls-notes.ts'
import { attemptCalls } from './calls-attempts.ts'
import { certificateCalls } from './calls-certificates.ts'
import { learningCalls } from './calls-learning.ts'
import { gradingCalls } from './calls-grading.ts'
import { resultCalls } from './calls-results.ts'
import { reviewCalls } from './calls-reviews.ts'
import { ltiCalls } from './calls-lti.ts'
import { trainingCalls } from './calls-training.ts'

interface Written {
  by: Client
  course: string
  chapter: string
  lesson: string
}

/** Creates a course of the organization with a chapter and a lesson. */
async function createCourse({ organization }: World): Promise<Written> {
  const by = await organization.signIn('tenant_admin')
  const { id: course } = await create<{ id: string }>(by, '/api/lms/courses', { title: randomText() })
  const { id: chapter } = await create<{ id: string }>(by, '/api/lms/chapters', {
    courseId: course,
    title: randomText(),
  })
  const { id: lesson } = await create<{ id: string }>(by, '/api/lms/lessons', {
    courseId: course,
    chapterId: chapter,
    title: randomText(),
  })
  return { by, course, chapter, lesson }
}

/** Builds a call with one of its ids in the path. */
const on =
  (part: 'course' | 'chapter' | 'lesson', body?: object) =>
  async (world: World): Promise<Call> => {
    const { by, [part]: id } = await createCourse(world)
    return { by, params: [id], ...(body ? { body } : {}), resource: part, resourceId: id }
  }

/** Builds the same for a deleted part. */
const onDeleted =
  (part: 'course' | 'chapter' | 'lesson') =>
  async (world: World): Promise<Call> => {
    const { by, [part]: id } = await createCourse(world)
    await by.delete(`/api/lms/${part}s/${id}`)
    return { by, params: [id], resource: part, resourceId: id }
  }

/** Calls of each endpoint that changes data or takes an id. */
export const calls: Calls = {
  ...embeddedCalls,
  ...fileCalls,
  ...catalogCalls,
  ...enrollmentCalls,
  ...noteCalls,
  ...handInCalls,
  ...attemptCalls,
  ...discussionCalls,
  ...certificateCalls,
  ...learningCalls,
  'POST /api/lms/courses': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    body: { title: randomText(), instructorId: (await organization.user('instructor')).id },
    resource: 'course',
  }),
  'GET /api/lms/courses/{id}': on('course'),
  'PUT /api/lms/courses/{id}': on('course', { status: 'archived' }),
  'DELETE /api/lms/courses/{id}': on('course'),
  'POST /api/lms/courses/{id}/restore': onDeleted('course'),
  'GET /api/lms/courses/{id}/deleted': on('course'),
  'GET /api/lms/courses/{id}/chapters': on('course'),
  'GET /api/lms/courses/{id}/lessons': on('course'),
  'GET /api/lms/courses/{id}/publication': on('course'),
  'GET /api/lms/courses/{id}/versions': on('course'),
  'POST /api/lms/chapters': async (world) => {
    const { by, course } = await createCourse(world)
    return { by, body: { courseId: course, title: randomText() }, resource: 'chapter' }
  },
  'PUT /api/lms/chapters/{id}': on('chapter', { title: 'Renamed' }),
  'DELETE /api/lms/chapters/{id}': on('chapter'),
  'POST /api/lms/chapters/{id}/restore': onDeleted('chapter'),
  'POST /api/lms/lessons': async (world) => {
    const { by, course } = await createCourse(world)
    return { by, body: { courseId: course, title: randomText() }, resource: 'lesson' }
  },
  'PUT /api/lms/lessons/batch-order': async (world) => {
    const { by, course, lesson } = await createCourse(world)
    return {
      by,
      body: { lessons: [{ id: lesson, order: 1, chapterId: null }] },
      resource: 'course',
      resourceId: course,
    }
  },
  'PUT /api/lms/lessons/{id}': on('lesson', { title: 'Renamed' }),
  'GET /api/lms/lessons/{id}/content': on('lesson'),
  'PUT /api/lms/lessons/{id}/content': on('lesson', {
    contentType: 'article',
    body: { type: 'doc', content: [{ type: 'horizontalRule' }] },
  }),
  'DELETE /api/lms/lessons/{id}': on('lesson'),
  'POST /api/lms/lessons/{id}/restore': onDeleted('lesson'),
  ...reviewCalls,
  ...gradingCalls,
  ...resultCalls,
  ...questionCalls,
  ...trainingCalls,
  ...ltiCalls,
}
