import sharp from 'sharp'
import { create, randomText, type Calls, type World } from '#core/testing/calls.ts'
import { fileForm } from '#core/testing/upload.ts'
import { buildStudent } from './factories.ts'

/** Creates a student with two guardians, and an admin who changes them. */
async function makeFamily({ platform, organization }: World) {
  const [first, second] = [await organization.user('parent'), await organization.user('parent')]
  const { id, links } = await buildStudent(platform, organization, { guardians: [first.id, second.id] })
  const [link = '', other = ''] = links
  return { by: await organization.signIn('tenant_admin'), id, link, other }
}

async function makeCollected(world: World) {
  const { by, id } = await makeFamily(world)
  const added = await create<{ id: string }>(by, `/api/students/${id}/collectors`, newPerson())
  return { by, id, collectorId: added.id }
}

async function makeRestricted(world: World) {
  const { by, id, link } = await makeFamily(world)
  await create(by, `/api/students/${id}/guardians/${link}/restrictions`, order())
  return { by, id, link }
}

const order = () => ({ kind: 'court-order', verifiedBy: 'Grace Hopper', notes: randomText() })

const newPerson = () => ({ name: `Rosa ${randomText()}`, phone: '+1 555 0100' })

export const makePicture = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#4f46e5' } })
    .png()
    .toBuffer()

export const familyCalls: Calls = {
  'GET /api/children/{id}': async ({ platform, organization }) => {
    const by = await organization.signIn('parent')
    const { id } = await buildStudent(platform, organization, { guardians: [by.user?.id ?? ''] })
    return { by, params: [id] }
  },
  'GET /api/children/{id}/contacts': async ({ platform, organization }) => {
    const by = await organization.signIn('parent')
    const { id } = await buildStudent(platform, organization, { guardians: [by.user?.id ?? ''] })
    return { by, params: [id] }
  },
  'PUT /api/guardians/me': async ({ organization }) => {
    const by = await organization.signIn('parent')
    return { by, body: { phone: randomText(), address: randomText() }, resource: 'user', resourceId: by.user?.id ?? '' }
  },
  'GET /api/students/{id}/guardians': async (world) => {
    const { by, id } = await makeFamily(world)
    return { by, params: [id] }
  },
  'POST /api/students/{id}/guardians': async (world) => {
    const { by, id } = await makeFamily(world)
    const { id: userId } = await world.organization.user('parent')
    return { by, params: [id], body: { userId, relationship: 'aunt' }, resource: 'guardian' }
  },
  'PUT /api/students/{id}/guardians': async (world) => {
    const { by, id, link, other } = await makeFamily(world)
    const body = { ids: [other, link], former: [link, other] }
    return { by, params: [id], body, resource: 'student', resourceId: id }
  },
  'GET /api/students/{id}/guardians/{guardianId}': async (world) => {
    const { by, id, link } = await makeFamily(world)
    return { by, params: [id, link] }
  },
  'PUT /api/students/{id}/guardians/{guardianId}': async (world) => {
    const { by, id, link } = await makeFamily(world)
    const body = { maySee: false, phone: randomText(), notes: randomText() }
    return { by, params: [id, link], body, resource: 'guardian', resourceId: link }
  },
  'DELETE /api/students/{id}/guardians/{guardianId}': async (world) => {
    const { by, id, link } = await makeFamily(world)
    return { by, params: [id, link], resource: 'guardian', resourceId: link }
  },
  'POST /api/students/{id}/guardians/{guardianId}/restrictions': async (world) => {
    const { by, id, link } = await makeFamily(world)
    return { by, params: [id, link], body: order(), resource: 'guardian', resourceId: link }
  },
  'POST /api/students/{id}/guardians/{guardianId}/restriction-views': async (world) => {
    const { by, id, link } = await makeRestricted(world)
    return { by, params: [id, link], body: {} }
  },
  'POST /api/students/{id}/guardians/{guardianId}/restrictions/lift': async (world) => {
    const { by, id, link } = await makeRestricted(world)
    return { by, params: [id, link], resource: 'guardian', resourceId: link }
  },
  'GET /api/students/{id}/collectors': async (world) => {
    const { by, id } = await makeFamily(world)
    return { by, params: [id] }
  },
  'GET /api/students/{id}/pickup-people': async (world) => {
    const { by, id } = await makeFamily(world)
    return { by, params: [id] }
  },
  'POST /api/students/{id}/pickup-checks': async (world) => {
    const { by, id, link } = await makeRestricted(world)
    const { firstName, lastName } = (await by.get(`/api/students/${id}/guardians/${link}`)).body
    return { by, params: [id], body: { collectedBy: `${lastName}, ${firstName}` }, resource: 'student', resourceId: id }
  },
  'POST /api/students/{id}/collectors': async (world) => {
    const { by, id } = await makeFamily(world)
    return { by, params: [id], body: newPerson(), resource: 'collector' }
  },
  'PUT /api/students/{id}/collectors/{collectorId}': async (world) => {
    const { by, id, collectorId } = await makeCollected(world)
    const body = { relationship: randomText(), phone: randomText() }
    return { by, params: [id, collectorId], body, resource: 'collector', resourceId: collectorId }
  },
  'DELETE /api/students/{id}/collectors/{collectorId}': async (world) => {
    const { by, id, collectorId } = await makeCollected(world)
    return { by, params: [id, collectorId], resource: 'collector', resourceId: collectorId }
  },
  'POST /api/students/{id}/collectors/{collectorId}/photo': async (world) => {
    const { by, id, collectorId } = await makeCollected(world)
    return { by, params: [id, collectorId], image: await makePicture(), resource: 'file' }
  },
  'DELETE /api/students/{id}/collectors/{collectorId}/photo': async (world) => {
    const { by, id, collectorId } = await makeCollected(world)
    await by.request('POST', `/api/students/${id}/collectors/${collectorId}/photo`, fileForm(await makePicture()))
    return { by, params: [id, collectorId], resource: 'collector', resourceId: collectorId }
  },
}
