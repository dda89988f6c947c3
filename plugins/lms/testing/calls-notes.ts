import { create, type Call, type Calls, type World } from '#core/testing/calls.ts'
import { publishCourse } from './courses.ts'

/** Opens a lesson that the organization's admin takes. */
async function takeLesson({ organization }: World): Promise<{ by: Call['by']; lessonId: string }> {
  const by = await organization.signIn('tenant_admin')
  const { id, lessons } = await publishCourse(by, { title: 'Noted' })
  await by.post(`/api/tenant/courses/${id}/enroll`)
  return { by, lessonId: lessons[0] ?? '' }
}

/** Builds a call on a note of the caller. */
const onNote =
  (body?: object) =>
  async (world: World): Promise<Call> => {
    const { by, lessonId } = await takeLesson(world)
    const { id } = await create<{ id: string }>(by, `/api/tenant/lessons/${lessonId}/notes`, { text: 'Ask why' })
    return { by, params: [id], ...(body ? { body } : {}) }
  }

/** Calls about notes. */
export const noteCalls: Calls = {
  'GET /api/tenant/lessons/{lessonId}/notes': async (world) => {
    const { by, lessonId } = await takeLesson(world)
    return { by, params: [lessonId] }
  },
  'POST /api/tenant/lessons/{lessonId}/notes': async (world) => {
    const { by, lessonId } = await takeLesson(world)
    return { by, params: [lessonId], body: { text: 'Ask why' } }
  },
  'PUT /api/tenant/lesson-notes/{id}': onNote({ text: 'Ask how' }),
  'DELETE /api/tenant/lesson-notes/{id}': onNote(),
}
