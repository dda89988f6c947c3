import { expect } from 'vitest'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import type { Session } from '../../sessions/contract.ts'
import { buildParticipant } from '../../../testing/factories.ts'
import { change, makeOrganizationIn, plan, sessionsOf, starts } from '../../../testing/series.ts'

const test = pluginTest([tenantApp])

const HOUR = 3_600_000

/** Six Tuesdays at 4 PM in New York, across its daylight saving on March 14 and that of Berlin on March 28. */
const inSpring = {
  startDate: '2094-03-02T21:00:00Z',
  endDate: '2094-03-02T22:30:00Z',
  repeat: { days: ['TU'], count: 6 },
}
const inNewYork = [
  '2094-03-02T21:00:00.000Z',
  '2094-03-09T21:00:00.000Z',
  '2094-03-16T20:00:00.000Z',
  '2094-03-23T20:00:00.000Z',
  '2094-03-30T20:00:00.000Z',
  '2094-04-06T20:00:00.000Z',
]
const inBerlin = [
  '2094-03-02T15:00:00.000Z',
  '2094-03-09T15:00:00.000Z',
  '2094-03-16T15:00:00.000Z',
  '2094-03-23T15:00:00.000Z',
  '2094-03-30T14:00:00.000Z',
  '2094-04-06T14:00:00.000Z',
]

async function single(client: Client, name: string, startDate: string, given: object = {}): Promise<Session> {
  const endDate = new Date(Date.parse(startDate) + HOUR).toISOString()
  const answer = await client.post('/api/sessions', { name, startDate, endDate, ...given })
  expect(answer).toMatchObject({ status: 201 })
  return answer.body as Session
}

const read = async (client: Client, { id }: Session) => (await client.get(`/api/sessions/${id}`)).body as Session

/** Marks a student's attendance in a session before it begins. */
const mark = (platform: TestPlatform, organization: TestOrganization, session: Session | undefined) =>
  buildParticipant(platform, organization, { sessionId: session?.id, attendance: 'present' })

const move = (client: Client, timeZone: string, more: object = {}) =>
  client.put('/api/tenant/settings', { timeZone, ...more })

const preview = async (client: Client, timeZone = 'Europe/Berlin') =>
  (await client.post('/api/tenant/time-zone/preview', { timeZone })).body

test('in a new zone upcoming sessions keep their local time across both daylight savings, and those with attendance stay', async ({
  platform,
}) => {
  const organization = await makeOrganizationIn(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  const sessions = await plan(admin, inSpring)
  const { seriesId } = sessions[0] as Session
  expect(starts(sessions)).toEqual(inNewYork)
  const alone = await single(admin, 'Chess', '2094-07-01T14:00:00Z')
  // One is later than the others, one is canceled, one falls on a holiday, and one has attendance.
  await admin.put(`/api/sessions/${sessions[1]?.id}`, {
    startDate: '2094-03-09T22:00:00Z',
    endDate: '2094-03-09T23:00:00Z',
  })
  await admin.put(`/api/sessions/${sessions[2]?.id}`, { status: 'cancelled' })
  await admin.post('/api/holidays', { name: 'Spring break', firstDay: '2094-03-23', lastDay: '2094-03-23' })
  await mark(platform, organization, sessions[4])

  expect(await preview(admin)).toEqual({
    sessions: 5,
    series: 1,
    kept: 1,
    example: { name: 'Robotics', startDate: inNewYork[0], movedTo: inBerlin[0] },
    remarks: [],
    remarkCount: 0,
  })
  expect(starts(await sessionsOf(admin, seriesId))[0]).toBe(inNewYork[0])
  expect((await move(admin, 'Europe/Berlin')).status).toBe(200)

  const after = await sessionsOf(admin, seriesId)
  expect(starts(after)).toEqual([
    inBerlin[0],
    '2094-03-09T16:00:00.000Z',
    inNewYork[2],
    inBerlin[3],
    inNewYork[4],
    inBerlin[5],
  ])
  expect(after[1]?.endDate).toBe('2094-03-09T17:00:00.000Z')
  expect(after.map(({ originalStart }) => originalStart)).toEqual(inBerlin)
  expect(after[3]).toMatchObject({ status: 'cancelled', isSkipped: true })
  expect((await read(admin, alone)).startDate).toBe('2094-07-01T08:00:00.000Z')
  const { body: history } = await admin.get(`/api/sessions/${alone.id}/history`)
  expect(history[0]).toMatchObject({ kind: 'changed', fields: ['startDate', 'endDate'] })

  // The rule continues in Berlin's local time, and repeats neither canceled nor staying sessions.
  const longer = { scope: 'all', repeat: { days: ['TU'], count: 7 } }
  expect((await change(admin, after[0], longer)).body).toMatchObject({
    appearing: [{ startDate: '2094-04-13T14:00:00.000Z' }],
    vanishing: [],
  })
  expect((await admin.get(`/api/series/${seriesId}`)).body.timeZone).toBe('Europe/Berlin')
})

test('sessions keep their instants on request, and their series keeps its own zone from then on', async ({
  platform,
}) => {
  const organization = await makeOrganizationIn(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  const [first] = await plan(admin, inSpring)
  expect((await move(admin, 'Europe/Berlin', { sessionTimes: 'instant' })).status).toBe(200)
  expect(starts(await sessionsOf(admin, first?.seriesId))).toEqual(inNewYork)
  const alone = await single(admin, 'Chess', '2094-07-01T14:00:00Z')
  expect(await preview(admin, 'Asia/Tokyo')).toMatchObject({ sessions: 1, series: 0, kept: 6 })
  expect((await move(admin, 'Asia/Tokyo')).status).toBe(200)
  expect(starts(await sessionsOf(admin, first?.seriesId))).toEqual(inNewYork)
  expect((await read(admin, alone)).startDate).toBe('2094-07-01T07:00:00.000Z')
})

test('a preview lists times that the new zone skips or repeats, past times, and busy instructors', async ({
  platform,
}) => {
  const organization = await makeOrganizationIn(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  const { id: instructorId } = await organization.user('instructor')
  const stays = await single(admin, 'Stays', '2094-03-02T15:00:00Z', { instructorId })
  await mark(platform, organization, stays)
  const taught = await single(admin, 'Taught', '2094-03-02T21:30:00Z', { instructorId })
  const skipped = await single(admin, 'Skipped', '2094-03-28T06:30:00Z')
  const repeated = await single(admin, 'Repeated', '2094-10-31T06:30:00Z')
  const soon = await single(admin, 'Soon', new Date(platform.clock.now().getTime() + 2 * HOUR).toISOString())

  const { remarks, ...counts } = await preview(admin)
  expect(counts).toMatchObject({ sessions: 3, kept: 1, remarkCount: 4 })
  expect(remarks).toEqual([
    { kind: 'begun', name: 'Soon', startDate: soon.startDate, movedTo: soon.startDate },
    { kind: 'skipped', name: 'Skipped', startDate: skipped.startDate, movedTo: '2094-03-28T01:30:00.000Z' },
    { kind: 'repeated', name: 'Repeated', startDate: repeated.startDate, movedTo: '2094-10-31T00:30:00.000Z' },
    { kind: 'instructor', name: 'Taught', startDate: taught.startDate, movedTo: '2094-03-02T15:30:00.000Z' },
  ])
  expect((await move(admin, 'Europe/Berlin')).status).toBe(200)
  expect((await read(admin, soon)).startDate).toBe(soon.startDate)
  expect((await read(admin, stays)).startDate).toBe(stays.startDate)
  expect((await read(admin, skipped)).startDate).toBe('2094-03-28T01:30:00.000Z')
  expect(await read(admin, taught)).toMatchObject({ startDate: '2094-03-02T15:30:00.000Z', instructorId: null })
})

test('of two admins who choose a zone at once one gets a conflict, and sessions move once; a refused change moves nothing', async ({
  platform,
}) => {
  const organization = await makeOrganizationIn(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  const [first] = await plan(admin, inSpring)
  const { updatedAt } = (await admin.get('/api/tenant/settings')).body
  const logoUrl = '/api/images/00000000-0000-4000-8000-000000000000'
  expect((await move(admin, 'Europe/Berlin', { logoUrl })).status).toBe(400)
  expect(starts(await sessionsOf(admin, first?.seriesId))).toEqual(inNewYork)
  const answers = await Promise.all([
    move(admin, 'Europe/Berlin', { updatedAt }),
    move(admin, 'Europe/Berlin', { updatedAt }),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(starts(await sessionsOf(admin, first?.seriesId))).toEqual(inBerlin)
  // A user with a moved session open gets a conflict on saving.
  const saved = await admin.put(`/api/sessions/${first?.id}`, { location: 'Lab', updatedAt: first?.updatedAt })
  expect(saved.status).toBe(409)
})
