import { randomText, type Calls, type World } from '#core/testing/calls.ts'
import { buildStudent } from './factories.ts'
import { drawPicture, putPicture, share } from './media.ts'
import { scheduleSession } from './sessions.ts'

async function makeMedia({ organization }: World) {
  const by = await organization.signIn('tenant_admin')
  const { id } = await putPicture(by)
  return { by, id }
}

const about = (id: string) => ({ resource: 'media', resourceId: id })

export const mediaCalls: Calls = {
  'POST /api/media/pictures': async ({ platform, organization }) => {
    const by = await organization.signIn('tenant_admin')
    const sessionId = await scheduleSession(platform, by)
    return { by, image: await drawPicture(), body: { sessionId }, resource: 'media' }
  },
  'GET /api/media/{id}': async (world) => {
    const { by, id } = await makeMedia(world)
    return { by, params: [id] }
  },
  'PUT /api/media/{id}': async (world) => {
    const { by, id } = await makeMedia(world)
    return { by, params: [id], body: { caption: randomText(), fileName: `${randomText()}.webp` }, ...about(id) }
  },
  'POST /api/media/tags': async (world) => {
    const { by, id } = await makeMedia(world)
    const student = await buildStudent(world.platform, world.organization)
    return { by, body: { ids: [id], add: [student.id] }, ...about(id) }
  },
  'POST /api/media/sharing': async (world) => {
    const { by, id } = await makeMedia(world)
    await share(by, id)
    return { by, body: { ids: [id], isPublic: false }, action: 'media.unshared', ...about(id) }
  },
  'POST /api/media/deletions': async (world) => {
    const { by, id } = await makeMedia(world)
    return { by, body: { ids: [id] }, ...about(id) }
  },
  'POST /api/media/restorations': async (world) => {
    const { by, id } = await makeMedia(world)
    await by.post('/api/media/deletions', { ids: [id] })
    return { by, body: { ids: [id] }, ...about(id) }
  },
}
