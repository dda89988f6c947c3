import sharp from 'sharp'
import { create, randomText, type Call, type Calls, type World } from '#core/testing/calls.ts'
import { zip } from '#core/testing/zip.ts'
import { sendArchive, sendCaptions, words } from './files.ts'

async function createCourse({ organization }: World) {
  const by = await organization.signIn('tenant_admin')
  const { id } = await create<{ id: string }>(by, '/api/lms/courses', { title: randomText() })
  return { by, id }
}

const onFile =
  (body?: object) =>
  async (world: World): Promise<Call> => {
    const { by, id } = await createCourse(world)
    const file = (await sendCaptions(by, id)).body.id
    return { by, params: [file], ...(body ? { body } : {}), resource: body ? 'course-file' : 'file', resourceId: file }
  }

export const fileCalls: Calls = {
  'GET /api/lms/courses/{id}/files': async (world) => {
    const { by, id } = await createCourse(world)
    return { by, params: [id] }
  },
  'GET /api/lms/courses/{id}/file-uses': async (world) => {
    const { by, id } = await createCourse(world)
    return { by, params: [id] }
  },
  'POST /api/lms/courses/{id}/pictures': async (world) => {
    const { by, id } = await createCourse(world)
    const picture = sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    return { by, params: [id], image: await picture.png().toBuffer(), resource: 'course-file' }
  },
  'POST /api/lms/courses/{id}/captions': async (world) => {
    const { by, id } = await createCourse(world)
    return { by, params: [id], image: Buffer.from(words), resource: 'course-file' }
  },
  'POST /api/lms/courses/{id}/duplicate': async (world) => {
    const { by, id } = await createCourse(world)
    return { by, params: [id], resource: 'course' }
  },
  'GET /api/lms/courses/{id}/export': async (world) => {
    const { by, id } = await createCourse(world)
    return { by, params: [id], resource: 'course', resourceId: id }
  },
  'GET /api/lms/course-imports/{id}': async ({ organization }) => {
    const by = await organization.signIn('tenant_admin')
    return { by, params: [(await sendArchive(by, zip([{ path: 'course.json', content: '{}' }]))).id] }
  },
  'GET /api/lms/files/{id}': onFile(),
  'PUT /api/lms/files/{id}': onFile({ name: 'Renamed.vtt' }),
  'DELETE /api/lms/files/{id}': onFile(),
}
