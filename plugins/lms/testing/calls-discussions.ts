import { create, type Call, type Calls, type World } from '#core/testing/calls.ts'
import { buildStudent } from '#plugins/tenant-app/testing/factories.ts'
import type { Client } from '#core/testing/harness.ts'
import { publishDiscussion, getRepliesPath, getThreadsPath } from './discussions.ts'

interface Written {
  admin: Client
  student: Client
  lessonId: string
  /** Id of the student's post. */
  id: string
}

/** Creates a discussion with a thread by a student. */
async function writePost({ organization }: World, details: object = {}): Promise<Written> {
  const [admin, student] = [await organization.signIn('tenant_admin'), await organization.signIn('student')]
  const { id: courseId, lessonId } = await publishDiscussion(admin, details)
  await student.post(`/api/tenant/courses/${courseId}/enroll`)
  const { id } = await create<{ id: string }>(student, getThreadsPath(lessonId), { text: 'They are triangles.' })
  return { admin, student, lessonId, id }
}

/** Builds a call on a discussion, or on the post in it. */
const on =
  (part: 'lessonId' | 'id', by: 'admin' | 'student', body?: object) =>
  async (world: World): Promise<Call> => {
    const { [by]: caller, [part]: id } = await writePost(world)
    return { by: caller, params: [id], ...(body ? { body } : {}) }
  }

const decidePost = (body: object) => async (world: World) => {
  const { admin, id } = await writePost(world, { moderation: 'all' })
  return { by: admin, params: [id], body, resource: 'post', resourceId: id }
}

const onPerson = (body?: object) => async (world: World) => {
  const { admin, student } = await writePost(world)
  const id = student.user?.id ?? ''
  if (!body) await admin.put(`/api/tenant/moderation/people/${id}/hold`, { days: 3 })
  return { by: admin, params: [id], ...(body ? { body } : {}), resource: 'user', resourceId: id }
}

/** Creates a guardian of a student with a post. */
async function createGuarded(world: World): Promise<Call> {
  const { student } = await writePost(world)
  const by = await world.organization.signIn('parent')
  const family = { userId: student.user?.id, guardians: [by.user?.id ?? ''] }
  const { id } = await buildStudent(world.platform, world.organization, family)
  return { by, params: [id] }
}

/** Calls in discussions. */
export const discussionCalls: Calls = {
  'PUT /api/tenant/discussion-mails': async ({ organization }) => ({
    by: await organization.signIn('student'),
    body: { sendsReplies: false },
  }),
  'GET /api/tenant/lessons/{lessonId}/discussion': on('lessonId', 'student'),
  'GET /api/tenant/lessons/{lessonId}/threads': on('lessonId', 'student'),
  'POST /api/tenant/lessons/{lessonId}/threads': on('lessonId', 'student', { text: 'And arches.' }),
  'GET /api/tenant/threads/{id}': on('id', 'student'),
  'GET /api/tenant/threads/{id}/replies': async (world) => {
    const call = await on('id', 'student')(world)
    await call.by.post(getRepliesPath(call.params?.[0] ?? ''), { text: 'And arches.' })
    return call
  },
  'POST /api/tenant/threads/{id}/replies': on('id', 'student', { text: 'And arches.' }),
  'PUT /api/tenant/posts/{id}': on('id', 'student', { text: 'They are arches.' }),
  'DELETE /api/tenant/posts/{id}': on('id', 'student'),
  'POST /api/tenant/posts/{id}/report': on('id', 'admin', { reason: 'Unkind' }),
  'GET /api/tenant/children/{studentId}/posts': createGuarded,
  'POST /api/tenant/moderation/posts/{id}/approve': decidePost({}),
  'POST /api/tenant/moderation/posts/{id}/remove': decidePost({ reason: 'Unkind' }),
  'PUT /api/tenant/moderation/people/{userId}/hold': onPerson({ days: 3 }),
  'DELETE /api/tenant/moderation/people/{userId}/hold': onPerson(),
}
