import { expect } from 'vitest'
import { create, randomText, type Calls, type World } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'

const weekly = (given: object = {}) => ({
  name: randomText(),
  startDate: '2094-05-04T07:00:00Z',
  endDate: '2094-05-04T08:00:00Z',
  repeat: { days: ['TU'], count: 3 },
  ...given,
})

interface Repeated {
  by: Client
  seriesId: string
  id: string
  instructorId: string
}

/** Creates a series, and returns its first session. */
async function makeRepeated({ organization }: World): Promise<Repeated> {
  const by = await organization.signIn('tenant_admin')
  const { id: instructorId } = await organization.user('instructor')
  const body = weekly()
  const { seriesId } = await create<{ seriesId: string }>(by, '/api/series', body)
  const [first] = (await by.get(`/api/sessions?search=${body.name}&when=upcoming`)).body as { id: string }[]
  return { by, seriesId, id: first?.id ?? '', instructorId }
}

const christmas = () => ({ name: randomText(), firstDay: '2094-12-24', lastDay: '2094-12-26' })

async function makeClosed({ organization }: World): Promise<{ by: Client; id: string }> {
  const by = await organization.signIn('tenant_admin')
  const { id } = await create<{ id: string }>(by, '/api/holidays', christmas())
  return { by, id }
}

/** A call of each endpoint of series and holidays that changes data or takes an id. */
export const seriesCalls: Calls = {
  'POST /api/series/preview': async (world) => {
    const { by, id, instructorId } = await makeRepeated(world)
    return { by, body: { ...weekly(), instructorId, sessionId: id } }
  },
  'POST /api/series': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    body: weekly({ instructorId: (await organization.user('instructor')).id }),
    resource: 'series',
  }),
  'GET /api/series/{id}': async (world) => {
    const { by, seriesId } = await makeRepeated(world)
    return { by, params: [seriesId] }
  },
  'POST /api/sessions/{id}/series/preview': async (world) => {
    const { by, id, instructorId } = await makeRepeated(world)
    return { by, params: [id], body: { scope: 'all', name: randomText(), instructorId } }
  },
  'PUT /api/sessions/{id}/series': async (world) => {
    const { by, id, instructorId, seriesId } = await makeRepeated(world)
    const body = { scope: 'all', name: randomText(), instructorId }
    return { by, params: [id], body, resource: 'series', resourceId: seriesId }
  },
  'POST /api/sessions/{id}/restore': async (world) => {
    const by = await world.organization.signIn('tenant_admin')
    await create(by, '/api/holidays', { name: randomText(), firstDay: '2094-05-04', lastDay: '2094-05-04' })
    const { id } = await makeRepeated(world)
    return { by, params: [id], resource: 'session', resourceId: id }
  },
  'GET /api/sessions/{id}/series': async (world) => {
    const { by, id } = await makeRepeated(world)
    return { by, params: [id] }
  },
  'GET /api/sessions/{id}/series/sessions': async (world) => {
    const { by, id } = await makeRepeated(world)
    return { by, params: [id] }
  },
  'POST /api/sessions/{id}/series/reset': async (world) => {
    const { by, id } = await makeRepeated(world)
    expect((await by.put(`/api/sessions/${id}`, { location: randomText() })).status).toBe(200)
    return { by, params: [id], body: { fields: ['location'] }, resource: 'session', resourceId: id }
  },
  'POST /api/tenant/time-zone/preview': async (world) => {
    const { by } = await makeRepeated(world)
    return { by, body: { timeZone: 'Europe/Berlin' } }
  },
  'POST /api/holidays/preview': async (world) => {
    const { by, id } = await makeClosed(world)
    return { by, body: { holidayId: id, days: null } }
  },
  'POST /api/holidays': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    body: christmas(),
    resource: 'holiday',
  }),
  'PUT /api/holidays/{id}': async (world) => {
    const { by, id } = await makeClosed(world)
    return { by, params: [id], body: christmas(), resource: 'holiday', resourceId: id }
  },
  'DELETE /api/holidays/{id}': async (world) => {
    const { by, id } = await makeClosed(world)
    return { by, params: [id], resource: 'holiday', resourceId: id }
  },
}
