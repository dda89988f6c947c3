import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { change, makeOrganizationIn, plan } from '../../../testing/series.ts'

const test = pluginTest([tenantApp])

test('a session has its series and position, and a reset restores the series’ values of its own fields', async ({
  platform,
}) => {
  const organization = await makeOrganizationIn(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  const [first, second, third, fourth] = await plan(admin, { location: 'Lab' })
  const ofSeries = async () => (await admin.get(`/api/sessions/${second?.id}/series`)).body
  expect(await ofSeries()).toMatchObject({
    name: 'Robotics',
    timeZone: 'America/New_York',
    repeat: { days: ['TU'], everyWeeks: 1, lastDay: '2094-01-26' },
    position: 2,
    total: 4,
    previous: { id: first?.id, startDate: first?.startDate },
    next: { id: third?.id },
    own: [],
  })
  const { body: all } = await admin.get(`/api/sessions/${third?.id}/series/sessions`)
  expect(all.map(({ id }: { id: string }) => id)).toEqual([first?.id, second?.id, third?.id, fourth?.id])

  const own = {
    location: 'Hall',
    maxParticipants: 3,
    startDate: '2094-01-13T21:00:00Z',
    endDate: '2094-01-13T22:00:00Z',
  }
  const { body: changed } = await admin.put(`/api/sessions/${second?.id}`, own)
  const planned = { location: 'Lab', startDate: second?.startDate, endDate: second?.endDate }
  expect(await ofSeries()).toMatchObject({ own: ['maxParticipants', 'location', 'time'], planned })
  const reset = (body: object) => admin.post(`/api/sessions/${second?.id}/series/reset`, body)
  expect((await reset({ fields: ['time'], updatedAt: second?.updatedAt })).status).toBe(409)
  const answer = await reset({ fields: ['location', 'time'], updatedAt: changed.updatedAt })
  expect(answer).toMatchObject({ status: 200, body: { ...planned, maxParticipants: 3, detached: ['maxParticipants'] } })

  // It follows the series again, except for the fields that it kept.
  await change(admin, first, { scope: 'all', location: 'Roof', maxParticipants: 9 })
  expect((await admin.get(`/api/sessions/${second?.id}`)).body).toMatchObject({ location: 'Roof', maxParticipants: 3 })
})

test('a session that has begun, or whose time in the series another one of the instructor takes, is not reset', async ({
  platform,
}) => {
  const organization = await makeOrganizationIn(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  const { id: instructorId } = await organization.user('instructor')
  const [first, second] = await plan(admin, { instructorId })
  const reset = (id: string | undefined, fields: string[]) => admin.post(`/api/sessions/${id}/series/reset`, { fields })
  const elsewhen = { startDate: '2094-01-13T21:00:00Z', endDate: '2094-01-13T22:00:00Z' }
  await admin.put(`/api/sessions/${second?.id}`, elsewhen)
  const { startDate, endDate } = second ?? {}
  await admin.post('/api/sessions', { name: 'Chess', startDate, endDate, instructorId })
  expect(await reset(second?.id, ['time'])).toMatchObject({
    status: 409,
    body: { fields: { instructorId: expect.stringContaining('Chess') } },
  })
  await admin.put(`/api/sessions/${first?.id}`, { location: 'Hall' })
  await admin.put(`/api/sessions/${first?.id}`, { status: 'in-progress' })
  expect((await reset(first?.id, ['location'])).status).toBe(409)
  const { body: alone } = await admin.post('/api/sessions', { name: 'Alone', ...elsewhen })
  expect((await admin.get(`/api/sessions/${alone.id}/series`)).status).toBe(404)
  expect((await reset(alone.id, ['location'])).status).toBe(404)
})
