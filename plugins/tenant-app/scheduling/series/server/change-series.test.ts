import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import type { TestOrganization, TestPlatform } from '#core/testing/harness.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { buildStudent } from '../../../testing/factories.ts'
import { change, days, makeOrganizationIn, plan, sessionsOf, starts, weekly } from '../../../testing/series.ts'
import type { Candidate } from '../../rosters/contract.ts'
import type { SessionEvent } from '../../rosters/history-contract.ts'
import type { Session } from '../../sessions/contract.ts'
import { tenantApp } from '../../../plugin.ts'

const test = pluginTest([tenantApp])

async function register(platform: TestPlatform, organization: TestOrganization, session: Session | undefined) {
  const admin = await organization.signIn('tenant_admin')
  const { id } = await buildStudent(platform, organization)
  expect((await admin.post(`/api/sessions/${session?.id}/participants`, { studentIds: [id] })).status).toBe(200)
  return id
}

const attendAll = (platform: TestPlatform, organization: TestOrganization, sessionId: string) =>
  platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
    await trx('sessionParticipants').where({ sessionId }).update({ attendance: 'excused', attendanceNumber: 1 })
  })

test('a change of all keeps sessions’ own fields, and moves shifted and canceled dates along', async ({ platform }) => {
  const organization = await makeOrganizationIn(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  const sessions = await plan(admin, { repeat: { days: ['TU'], count: 5 } })
  const [first, second, third, fourth, fifth] = sessions
  // The second is on Wednesday, in the lab; the third is canceled; the fourth has attendance.
  const wednesday = { startDate: '2094-01-13T21:00:00Z', endDate: '2094-01-13T22:30:00Z', location: 'Lab' }
  expect((await admin.put(`/api/sessions/${second?.id}`, wednesday)).body.detached).toEqual([
    'endDate',
    'location',
    'startDate',
  ])
  expect((await admin.put(`/api/sessions/${third?.id}`, { status: 'cancelled' })).status).toBe(200)
  await register(platform, organization, fourth)
  await attendAll(platform, organization, fourth?.id ?? '')

  const body = {
    scope: 'all',
    startDate: '2094-01-07T22:00:00Z',
    endDate: '2094-01-07T23:00:00Z',
    location: 'Hall',
    name: 'Robots',
  }
  expect((await change(admin, first, body)).body).toMatchObject({ changed: 3, kept: 2, vanishing: [], appearing: [] })
  const find = async (session?: Session) => (await admin.get(`/api/sessions/${session?.id}`)).body as Session
  expect(await find(first)).toMatchObject({ startDate: '2094-01-07T22:00:00.000Z', location: 'Hall', name: 'Robots' })
  expect(await find(second)).toMatchObject({
    startDate: '2094-01-15T22:00:00.000Z',
    endDate: '2094-01-15T23:30:00.000Z',
    location: 'Lab',
    name: 'Robots',
  })
  expect(await find(third)).toMatchObject({
    status: 'cancelled',
    startDate: third?.startDate,
    originalStart: '2094-01-21T22:00:00.000Z',
    name: 'Robotics',
  })
  expect(await find(fourth)).toMatchObject({ startDate: fourth?.startDate, name: 'Robotics' })
  expect(await find(fifth)).toMatchObject({ startDate: '2094-02-04T22:00:00.000Z', location: 'Hall' })
  // The history of each names its changed fields.
  const newest = async (session?: Session) => (await admin.get(`/api/sessions/${session?.id}/history?limit=1`)).body
  expect(await newest(first)).toMatchObject([{ fields: ['name', 'location', 'startDate', 'endDate'] }])
  expect(await newest(second)).toMatchObject([{ fields: ['name', 'startDate', 'endDate'] }])

  // A later end adds one session, and does not repeat canceled or attended ones.
  const series = (await admin.get(`/api/series/${first?.seriesId}`)).body
  expect(series).toMatchObject({ repeat: { days: ['TH'], lastDay: '2094-02-04' }, sessions: 4, upcoming: 4 })
  const longer = { scope: 'all', repeat: { days: ['TH'], lastDay: '2094-02-11' } }
  expect((await change(admin, first, longer)).body).toMatchObject({
    appearing: [{ startDate: '2094-02-11T22:00:00.000Z' }],
    vanishing: [],
  })
  expect(days(await sessionsOf(admin, first?.seriesId))).toHaveLength(6)
})

test('following sessions become a new series with their rosters; earlier ones stay', async ({ platform }) => {
  const organization = await makeOrganizationIn(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  const sessions = await plan(admin)
  const third = sessions[2]
  await register(platform, organization, third)
  const body = { scope: 'following', startDate: '2094-01-20T15:00:00Z', endDate: '2094-01-20T16:00:00Z' }
  const { body: effect } = await change(admin, third, body)
  expect(effect).toMatchObject({ changed: 2, kept: 0 })
  expect(effect.seriesId).not.toBe(third?.seriesId)
  expect(starts(await sessionsOf(admin, third?.seriesId))).toEqual(starts(sessions.slice(0, 2)))
  const following = await sessionsOf(admin, effect.seriesId)
  expect(starts(following)).toEqual(['2094-01-20T15:00:00.000Z', '2094-01-27T15:00:00.000Z'])
  expect(following.map(({ id, currentParticipants }) => [id, currentParticipants])).toEqual([
    [third?.id, 1],
    [sessions[3]?.id, 0],
  ])
  expect((await admin.get(`/api/series/${effect.seriesId}`)).body).toMatchObject({
    previousSeriesId: third?.seriesId,
    repeat: { days: ['WE'], lastDay: '2094-01-27' },
  })
  expect((await admin.get(`/api/series/${third?.seriesId}`)).body).toMatchObject({
    repeat: { days: ['TU'], lastDay: '2094-01-12' },
  })
  expect((await change(admin, following[1], { scope: 'following', status: 'cancelled' })).body).toMatchObject({
    changed: 1,
  })
  expect((await sessionsOf(admin, effect.seriesId)).map(({ status }) => status)).toEqual(['scheduled', 'cancelled'])
})

test('a new rule previews added and removed dates with registered students, and cancels those', async ({
  platform,
}) => {
  const organization = await makeOrganizationIn(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  const sessions = await plan(admin, { repeat: { days: ['TU', 'TH'], lastDay: '2094-01-14' } })
  await register(platform, organization, sessions[1])
  const body = { scope: 'all', repeat: { days: ['MO', 'TU'], lastDay: '2094-01-14' } }
  const preview = await admin.post(`/api/sessions/${sessions[0]?.id}/series/preview`, body)
  expect(preview.body).toMatchObject({
    changed: 2,
    appearing: [{ startDate: '2094-01-11T21:00:00.000Z' }],
    vanishing: [
      { startDate: '2094-01-07T21:00:00.000Z', registered: 1, students: [expect.any(String)] },
      { startDate: '2094-01-14T21:00:00.000Z', registered: 0, students: [] },
    ],
  })
  expect(days(await sessionsOf(admin, sessions[0]?.seriesId))).toHaveLength(4)
  expect((await change(admin, sessions[0], body)).body).toMatchObject(preview.body)
  const after = await sessionsOf(admin, sessions[0]?.seriesId)
  expect(after.map(({ startDate, status }) => [startDate.slice(0, 10), status])).toEqual([
    ['2094-01-05', 'scheduled'],
    ['2094-01-07', 'cancelled'],
    ['2094-01-11', 'scheduled'],
    ['2094-01-12', 'scheduled'],
  ])
})

test('of two planners at once, the second gets a conflict', async ({ platform }) => {
  const organization = await makeOrganizationIn(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  const [first, second] = await plan(admin)
  const answers = await Promise.all([
    change(admin, first, { scope: 'all', location: 'Lab', updatedAt: first?.updatedAt }),
    change(admin, first, { scope: 'all', location: 'Hall', updatedAt: first?.updatedAt }),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  // A user with another session of it open gets a conflict too, even for one that stays behind in a split.
  const stale = { scope: 'all', name: 'Late', updatedAt: second?.updatedAt }
  expect(await change(admin, second, stale)).toMatchObject({ status: 409, body: { code: 'outdated' } })
  const [before, ...rest] = await sessionsOf(admin, first?.seriesId)
  expect((await change(admin, rest[0], { scope: 'following', name: 'New' })).status).toBe(200)
  const history = await admin.get(`/api/sessions/${rest[0]?.id ?? ''}/history?limit=2`)
  expect(history.body).toMatchObject([
    { kind: 'changed', fields: ['name'] },
    { kind: 'changed', fields: ['location'] },
  ])
  const split = { scope: 'all', name: 'Late', updatedAt: before?.updatedAt }
  expect(await change(admin, before, split)).toMatchObject({ status: 409, body: { code: 'outdated' } })
})

test('an instructor cannot reassign a series that others lead', async ({ platform }) => {
  const organization = await platform.organization()
  const { id } = await organization.user('instructor')
  const admin = await organization.signIn('tenant_admin')
  const [first] = await plan(admin, { instructorId: id })
  const other = await organization.signIn('instructor')
  expect(await change(other, first, { scope: 'all', instructorId: null })).toMatchObject({ status: 403 })
  expect(await change(other, first, { scope: 'all', location: 'Lab' })).toMatchObject({ status: 200 })
  // Nor by moving it to where its instructor teaches another session, nor by restoring sessions that a holiday skips.
  const [startDate, endDate] = ['2094-01-06T21:00:00Z', '2094-01-06T22:30:00Z']
  expect((await admin.post('/api/sessions', { name: 'Chess', startDate, endDate, instructorId: id })).status).toBe(201)
  const moved = { scope: 'all', startDate, endDate }
  const path = `/api/sessions/${first?.id}/series`
  expect(await other.post(`${path}/preview`, moved)).toMatchObject({ status: 403 })
  expect(await change(other, first, moved)).toMatchObject({ status: 403 })
  const day = { name: 'Snow', firstDay: '2094-01-05', lastDay: '2094-01-05' }
  expect((await admin.post('/api/holidays', day)).status).toBe(201)
  const meanwhile = { ...weekly(), name: 'Go', instructorId: id }
  expect((await admin.post('/api/sessions', meanwhile)).status).toBe(201)
  expect(await other.post(`/api/sessions/${first?.id}/restore`)).toMatchObject({ status: 403 })
  const restored = await admin.post(`/api/sessions/${first?.id}/restore`)
  expect(restored).toMatchObject({ status: 200, body: { instructorId: null } })
  expect(await change(admin, first, moved)).toMatchObject({ status: 200 })
})

test('registering for a series gives places in all its upcoming sessions, in order, and waitlists where they are full', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const [first, second, third, fourth] = await plan(admin, { maxParticipants: 2 })
  await register(platform, organization, second)
  expect((await admin.put(`/api/sessions/${fourth?.id}`, { status: 'cancelled' })).status).toBe(200)
  const students = await Promise.all([0, 1].map(() => buildStudent(platform, organization)))
  const studentIds = students.map(({ id }) => id)
  const path = `/api/sessions/${first?.id}/participants`
  expect(await admin.post(path, { studentIds, isForSeries: true })).toMatchObject({
    status: 200,
    body: { sessions: 3, registered: 5, waitlisted: 1 },
  })
  // No student is registered twice, and later students are last on the waitlist.
  const { id: late } = await buildStudent(platform, organization)
  const again = await admin.post(path, { studentIds: [...studentIds, late], isForSeries: true })
  expect(again.body).toMatchObject({ sessions: 3, registered: 0, waitlisted: 3 })
  const roster = (await admin.get(`/api/sessions/${second?.id}/participants`)).body as Record<string, unknown>[]
  expect(roster.slice(-2).map(({ studentId, waitingPosition }) => [studentId, waitingPosition])).toEqual([
    [studentIds[1], 1],
    [late, 2],
  ])
  expect((await admin.get(`/api/sessions/${fourth?.id}/participants`)).body).toEqual([])
  const notes = async (session: Session | undefined) =>
    ((await admin.get(`/api/sessions/${session?.id}/history?limit=10`)).body as SessionEvent[])
      .filter(({ kind }) => kind === 'registered' || kind === 'waitlisted')
      .map(({ kind, students }) => `${kind} ${students.length}`)
  expect((await notes(first)).toSorted()).toEqual(['registered 2', 'waitlisted 1'])
  expect((await notes(second)).toSorted()).toEqual(['registered 1', 'registered 1', 'waitlisted 1', 'waitlisted 1'])
  // A higher limit for all of them gives places to the waitlist.
  expect(await change(admin, third, { scope: 'all', maxParticipants: 3 })).toMatchObject({ status: 200 })
  const after = await sessionsOf(admin, first?.seriesId)
  expect(after.map(({ currentParticipants }) => currentParticipants)).toEqual([3, 3, 3, 0])
  const fewer = await change(admin, third, { scope: 'all', maxParticipants: 2 })
  expect(fewer).toMatchObject({
    status: 409,
    body: { fields: { maxParticipants: expect.stringContaining('up to 3') } },
  })
  const alone = await admin.post('/api/sessions', { ...weekly(), name: 'Chess' })
  const refused = await admin.post(`/api/sessions/${alone.body.id}/participants`, { studentIds, isForSeries: true })
  expect(refused.status).toBe(409)
})

test('a student who returns by registering for a series has no answer yet', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const [first, second] = await plan(admin)
  const student = await register(platform, organization, second)
  await platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
    const now = platform.clock.now()
    const old = { promotedAt: now, acceptedAt: now, acceptedByName: 'Ann King' }
    await trx('sessionParticipants').where({ studentId: student }).update(old)
  })
  const path = (session: Session | undefined) => `/api/sessions/${session?.id}/participants` as const
  expect((await admin.delete(`${path(second)}/${student}`)).status).toBe(204)
  const input = { studentIds: [student], isForSeries: true }
  expect((await admin.post(path(first), input)).body).toMatchObject({ sessions: 4, registered: 4 })
  expect((await admin.get(path(second))).body).toMatchObject([
    { studentId: student, promotedAt: null, acceptedBy: null },
  ])
})

test('the picker for a series shows with which sessions another one of the student overlaps, and on how many days', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const sessions = await plan(admin)
  const student = await register(platform, organization, sessions[0])
  for (const [index, name] of [
    [2, 'Choir'],
    [3, 'Chess'],
  ] as const) {
    const { startDate, endDate } = sessions[index] as Session
    const { body } = await admin.post('/api/sessions', { name, startDate, endDate })
    await admin.post(`/api/sessions/${body.id}/participants`, { studentIds: [student] })
  }
  const asked = async (session: Session | undefined, query: string) =>
    (await admin.get(`/api/sessions/${session?.id}/candidates${query}`)).body
  const clash = { clash: 'Choir', clashesAt: sessions[2]?.startDate, clashCount: 2 }
  expect(await asked(sessions[0], '?of=series')).toMatchObject([{ studentId: student, ...clash }])
  expect(await asked(sessions[1], '')).toMatchObject([
    { studentId: student, clash: null, clashesAt: null, clashCount: 0 },
  ])
  expect(await asked(sessions[2], '')).toMatchObject([{ studentId: student, ...clash, clashCount: 1 }])
})

test('registering for a series lists its present students, and admits to the session that has begun', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const [first, second] = await plan(admin)
  const [here, other] = [await register(platform, organization, first), await register(platform, organization, second)]
  expect((await admin.put(`/api/sessions/${first?.id}`, { status: 'in-progress' })).status).toBe(200)
  const offered = async (query: string) =>
    ((await admin.get(`/api/sessions/${first?.id}/candidates${query}`)).body as Candidate[]).map(
      ({ studentId }) => studentId,
    )
  expect(await offered('')).toEqual([other])
  expect((await offered('?of=series')).toSorted()).toEqual([here, other].toSorted())
  const input = { studentIds: [here, other], isForSeries: true }
  // One place in the session that has begun; six in the three upcoming ones, one of them taken.
  expect((await admin.post(`/api/sessions/${first?.id}/participants`, input)).body).toEqual({
    sessions: 4,
    registered: 6,
    waitlisted: 0,
  })
})
