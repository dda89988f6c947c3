import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import type { Client, TestOrganization, TestPlatform } from '#core/testing/harness.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { addStudent } from '../../testing/families.ts'
import type { Session } from '../../sessions/contract.ts'
import { tenantApp } from '../../server/plugin.ts'
import { wallOf } from './rule.ts'

const test = pluginTest([tenantApp])

/** Tuesdays at four in New York, from January 2027 on. */
const weekly = (given: object = {}) => ({
  name: 'Robotics',
  startDate: '2027-01-05T21:00:00Z',
  endDate: '2027-01-05T22:30:00Z',
  repeat: { days: ['TU'], count: 4 },
  ...given,
})

async function plan(client: Client, given: object = {}): Promise<Session[]> {
  const answer = await client.post('/api/series', weekly(given))
  expect(answer).toMatchObject({ status: 201 })
  return sessionsOf(client, answer.body.seriesId)
}

/** Of one series, the earliest first. */
async function sessionsOf(client: Client, seriesId: string | null | undefined): Promise<Session[]> {
  const { body } = await client.get('/api/sessions')
  return (body as Session[]).filter((session) => session.seriesId === seriesId).toReversed()
}

const starts = (sessions: readonly Session[]) => sessions.map(({ startDate }) => startDate)
const days = (sessions: readonly Session[]) => sessions.map(({ startDate }) => startDate.slice(0, 10))

const change = (client: Client, session: Session | undefined, body: object) =>
  client.put(`/api/sessions/${session?.id}/series`, body)

async function inZone(platform: TestPlatform, timeZone: string): Promise<TestOrganization> {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  expect((await admin.put('/api/tenant/settings', { timeZone })).status).toBe(200)
  return organization
}

async function register(platform: TestPlatform, organization: TestOrganization, session: Session | undefined) {
  const admin = await organization.signIn('tenant_admin')
  const { id } = await addStudent(platform, organization)
  expect((await admin.post(`/api/sessions/${session?.id}/participants`, { studentIds: [id] })).status).toBe(200)
  return id
}

const attendAll = (platform: TestPlatform, organization: TestOrganization, sessionId: string) =>
  platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
    await trx('sessionParticipants').where({ sessionId }).update({ attendance: 'excused', attendanceNumber: 1 })
  })

test.for([
  ['America/New_York', '2027-03-01', '2027-10-25'],
  ['Europe/Berlin', '2027-03-15', '2027-10-18'],
  ['Australia/Sydney', '2027-03-22', '2027-09-20'],
] as const)('four o’clock stays four o’clock across daylight saving in %s', async ([zone, ...firsts], { platform }) => {
  const admin = await (await inZone(platform, zone)).signIn('tenant_admin')
  for (const first of firsts) {
    const start = Temporal.ZonedDateTime.from(`${first}T16:00[${zone}]`)
    const dates = {
      startDate: start.toInstant().toString(),
      endDate: start.add({ minutes: 90 }).toInstant().toString(),
    }
    const sessions = await plan(admin, { ...dates, repeat: { days: ['MO'], count: 5 } })
    expect(new Set(sessions.map(({ startDate }) => wallOf(startDate, zone).toPlainTime().toString()))).toEqual(
      new Set(['16:00:00']),
    )
    const offsets = sessions.map(({ startDate }) => Temporal.Instant.from(startDate).toZonedDateTimeISO(zone).offset)
    expect(new Set(offsets).size).toBe(2)
    expect(new Set(sessions.map(({ startDate, endDate }) => Date.parse(endDate) - Date.parse(startDate)))).toEqual(
      new Set([90 * 60_000]),
    )
    // Moved over the change of the clocks, all of them an hour later by the clock.
    const later = start.add({ hours: 1 })
    const moved = { startDate: later.toInstant().toString(), endDate: later.add({ hours: 1 }).toInstant().toString() }
    expect(await change(admin, sessions[0], { scope: 'all', ...moved })).toMatchObject({ status: 200 })
    const after = await sessionsOf(admin, sessions[0]?.seriesId)
    expect(new Set(after.map(({ startDate }) => wallOf(startDate, zone).toPlainTime().toString()))).toEqual(
      new Set(['17:00:00']),
    )
    expect(days(after)).toEqual(days(sessions))
  }
})

test('a time that daylight saving skips is told and left out; of one that comes twice the earlier is taken', async ({
  platform,
}) => {
  const admin = await (await inZone(platform, 'America/New_York')).signIn('tenant_admin')
  const asked = weekly({
    startDate: '2027-03-07T07:30:00Z',
    endDate: '2027-03-07T08:00:00Z',
    repeat: { days: ['SU'], lastDay: '2027-03-21' },
  })
  const preview = await admin.post('/api/series/preview', asked)
  expect(preview.body).toMatchObject({ nonexistent: ['2027-03-14T02:30'] })
  expect(days(await plan(admin, asked))).toEqual(['2027-03-07', '2027-03-21'])

  const twice = await plan(admin, {
    startDate: '2027-10-31T05:30:00Z',
    endDate: '2027-10-31T06:00:00Z',
    repeat: { days: ['SU'], count: 2 },
  })
  expect(starts(twice)).toEqual(['2027-10-31T05:30:00.000Z', '2027-11-07T05:30:00.000Z'])
  // Half past two is moved onto; nobody was registered for the one that daylight saving takes away.
  const sundays = await plan(admin, {
    startDate: '2027-03-07T14:00:00Z',
    endDate: '2027-03-07T15:00:00Z',
    repeat: { days: ['SU'], count: 3 },
  })
  const early = { scope: 'all', startDate: '2027-03-07T07:30:00Z', endDate: '2027-03-07T08:30:00Z' }
  const path = `/api/sessions/${sundays[0]?.id}/series/preview`
  expect((await admin.post(path, early)).body).toMatchObject({ nonexistent: ['2027-03-14T02:30'], changed: 2 })
  expect(await change(admin, sundays[0], early)).toMatchObject({ status: 200 })
  expect(days(await sessionsOf(admin, sundays[0]?.seriesId))).toEqual(['2027-03-07', '2027-03-21'])
})

test('days of the week, weeks left out and an end are those of the rule; too many are refused at the end', async ({
  platform,
}) => {
  const admin = await (await inZone(platform, 'America/New_York')).signIn('tenant_admin')
  const sessions = await plan(admin, { repeat: { days: ['TH', 'TU'], everyWeeks: 2, lastDay: '2027-02-02' } })
  expect(days(sessions)).toEqual(['2027-01-05', '2027-01-07', '2027-01-19', '2027-01-21', '2027-02-02'])
  const refused = (repeat: object) => admin.post('/api/series', weekly({ repeat }))
  expect(await refused({ days: ['TU'], lastDay: '2027-01-04' })).toMatchObject({
    status: 400,
    body: { fields: { 'repeat.lastDay': 'There is no session before that day' } },
  })
  expect(await refused({ days: ['MO', 'TU', 'WE', 'TH'], lastDay: '2028-12-31' })).toMatchObject({
    status: 400,
    body: { fields: { 'repeat.lastDay': 'More than 200 sessions. Choose an earlier day.' } },
  })
  expect(await refused({ days: ['TU'], count: 201 })).toMatchObject({ status: 400 })
  expect(await refused({ days: ['TU'] })).toMatchObject({ status: 400 })
  expect(await refused({ days: ['TU'], count: 2, lastDay: '2027-02-02' })).toMatchObject({ status: 400 })
})

test('a change of all leaves what was changed for one alone, and moves shifted and cancelled dates along', async ({
  platform,
}) => {
  const organization = await inZone(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  const sessions = await plan(admin, { repeat: { days: ['TU'], count: 5 } })
  const [first, second, third, fourth, fifth] = sessions
  // The second is on Wednesday, in the lab; the third is cancelled; the fourth has attendance.
  const wednesday = { startDate: '2027-01-13T21:00:00Z', endDate: '2027-01-13T22:30:00Z', location: 'Lab' }
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
    startDate: '2027-01-07T22:00:00Z',
    endDate: '2027-01-07T23:00:00Z',
    location: 'Hall',
    name: 'Robots',
  }
  expect((await change(admin, first, body)).body).toMatchObject({ changed: 3, kept: 2, vanishing: [], appearing: [] })
  const find = async (session?: Session) => (await admin.get(`/api/sessions/${session?.id}`)).body as Session
  expect(await find(first)).toMatchObject({ startDate: '2027-01-07T22:00:00.000Z', location: 'Hall', name: 'Robots' })
  expect(await find(second)).toMatchObject({
    startDate: '2027-01-15T22:00:00.000Z',
    endDate: '2027-01-15T23:30:00.000Z',
    location: 'Lab',
    name: 'Robots',
  })
  expect(await find(third)).toMatchObject({
    status: 'cancelled',
    startDate: third?.startDate,
    originalStart: '2027-01-21T22:00:00.000Z',
    name: 'Robotics',
  })
  expect(await find(fourth)).toMatchObject({ startDate: fourth?.startDate, name: 'Robotics' })
  expect(await find(fifth)).toMatchObject({ startDate: '2027-02-04T22:00:00.000Z', location: 'Hall' })

  // Another end makes one more, and what was cancelled or attended does not come back beside itself.
  const series = (await admin.get(`/api/series/${first?.seriesId}`)).body
  expect(series).toMatchObject({ repeat: { days: ['TH'], lastDay: '2027-02-04' }, sessions: 4, upcoming: 4 })
  const longer = { scope: 'all', repeat: { days: ['TH'], lastDay: '2027-02-11' } }
  expect((await change(admin, first, longer)).body).toMatchObject({
    appearing: [{ startDate: '2027-02-11T22:00:00.000Z' }],
    vanishing: [],
  })
  expect(days(await sessionsOf(admin, first?.seriesId))).toHaveLength(6)
})

test('what follows becomes a series of its own, with its rosters; what came before stays', async ({ platform }) => {
  const organization = await inZone(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  const sessions = await plan(admin)
  const third = sessions[2]
  await register(platform, organization, third)
  const body = { scope: 'following', startDate: '2027-01-20T15:00:00Z', endDate: '2027-01-20T16:00:00Z' }
  const { body: effect } = await change(admin, third, body)
  expect(effect).toMatchObject({ changed: 2, kept: 0 })
  expect(effect.seriesId).not.toBe(third?.seriesId)
  expect(starts(await sessionsOf(admin, third?.seriesId))).toEqual(starts(sessions.slice(0, 2)))
  const following = await sessionsOf(admin, effect.seriesId)
  expect(starts(following)).toEqual(['2027-01-20T15:00:00.000Z', '2027-01-27T15:00:00.000Z'])
  expect(following.map(({ id, currentParticipants }) => [id, currentParticipants])).toEqual([
    [third?.id, 1],
    [sessions[3]?.id, 0],
  ])
  expect((await admin.get(`/api/series/${effect.seriesId}`)).body).toMatchObject({
    previousSeriesId: third?.seriesId,
    repeat: { days: ['WE'], lastDay: '2027-01-27' },
  })
  expect((await admin.get(`/api/series/${third?.seriesId}`)).body).toMatchObject({
    repeat: { days: ['TU'], lastDay: '2027-01-12' },
  })
  expect((await change(admin, following[1], { scope: 'following', status: 'cancelled' })).body).toMatchObject({
    changed: 1,
  })
  expect((await sessionsOf(admin, effect.seriesId)).map(({ status }) => status)).toEqual(['scheduled', 'cancelled'])
})

test('another rule tells which dates appear and vanish and who is registered there, and cancels those', async ({
  platform,
}) => {
  const organization = await inZone(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  const sessions = await plan(admin, { repeat: { days: ['TU', 'TH'], lastDay: '2027-01-14' } })
  await register(platform, organization, sessions[1])
  const body = { scope: 'all', repeat: { days: ['MO', 'TU'], lastDay: '2027-01-14' } }
  const preview = await admin.post(`/api/sessions/${sessions[0]?.id}/series/preview`, body)
  expect(preview.body).toMatchObject({
    changed: 2,
    appearing: [{ startDate: '2027-01-11T21:00:00.000Z' }],
    vanishing: [
      { startDate: '2027-01-07T21:00:00.000Z', registered: 1, students: [expect.any(String)] },
      { startDate: '2027-01-14T21:00:00.000Z', registered: 0, students: [] },
    ],
  })
  expect(days(await sessionsOf(admin, sessions[0]?.seriesId))).toHaveLength(4)
  expect((await change(admin, sessions[0], body)).body).toMatchObject(preview.body)
  const after = await sessionsOf(admin, sessions[0]?.seriesId)
  expect(after.map(({ startDate, status }) => [startDate.slice(0, 10), status])).toEqual([
    ['2027-01-05', 'scheduled'],
    ['2027-01-07', 'cancelled'],
    ['2027-01-11', 'scheduled'],
    ['2027-01-12', 'scheduled'],
  ])
})

test('a series over the plan’s limit is refused whole', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const root = await platform.superAdmin()
  expect((await root.put('/api/settings', { maxSessionsPerTenant: 5 })).status).toBe(200)
  const refused = await admin.post('/api/series', weekly({ repeat: { days: ['TU'], count: 6 } }))
  expect(refused).toMatchObject({ status: 403, body: { code: 'plan.limit' } })
  expect(refused.body.message).toContain('this would add 6')
  expect((await admin.get('/api/sessions')).body).toEqual([])
  const sessions = await plan(admin)
  const longer = { scope: 'all', repeat: { days: ['TU'], count: 6 } }
  expect(await change(admin, sessions[0], longer)).toMatchObject({ status: 403, body: { code: 'plan.limit' } })
  expect(await sessionsOf(admin, sessions[0]?.seriesId)).toHaveLength(4)
  expect((await root.put('/api/settings', { maxSessionsPerTenant: 1000 })).status).toBe(200)
})

test('of two planners at once, the second is told of the first', async ({ platform }) => {
  const organization = await inZone(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  const [first, second] = await plan(admin)
  const answers = await Promise.all([
    change(admin, first, { scope: 'all', location: 'Lab', updatedAt: first?.updatedAt }),
    change(admin, first, { scope: 'all', location: 'Hall', updatedAt: first?.updatedAt }),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  // Whoever had another session of it open sees it too, also one that stays behind when the series is split.
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

test('who teaches elsewhere and which place is taken is shown before, over all sessions; they are planned without an instructor', async ({
  platform,
}) => {
  const organization = await inZone(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  const { id: instructorId } = await organization.user('instructor')
  const chess = { startDate: '2027-01-12T21:30:00Z', endDate: '2027-01-12T22:00:00Z' }
  const made = await admin.post('/api/sessions', { name: 'Chess', ...chess, instructorId, location: 'Lab' })
  expect(made.status).toBe(201)
  const asked = weekly({ instructorId, location: 'lab' })
  const preview = (await admin.post('/api/series/preview', asked)).body
  expect(preview.sessions.map(({ clashes }: { clashes: object[] }) => clashes.length)).toEqual([0, 2, 0, 0])
  expect(preview.sessions[1].clashes).toMatchObject([
    { kind: 'instructor', name: 'Chess' },
    { kind: 'place', name: 'Chess' },
  ])
  const answer = await admin.post('/api/series', asked)
  expect(answer.body).toMatchObject({ sessions: 4, withoutInstructor: 1 })
  const sessions = await sessionsOf(admin, answer.body.seriesId)
  expect(sessions.map((session) => session.instructorId)).toEqual([instructorId, null, instructorId, instructorId])
  const single = { ...chess, instructorId, sessionId: made.body.id }
  expect((await admin.post('/api/series/preview', single)).body.sessions).toMatchObject([{ clashes: [] }])
})

test('an instructor gives away no series that others lead', async ({ platform }) => {
  const organization = await platform.organization()
  const { id } = await organization.user('instructor')
  const [first] = await plan(await organization.signIn('tenant_admin'), { instructorId: id })
  const other = await organization.signIn('instructor')
  expect(await change(other, first, { scope: 'all', instructorId: null })).toMatchObject({ status: 403 })
  expect(await change(other, first, { scope: 'all', location: 'Lab' })).toMatchObject({ status: 200 })
})

test('200 sessions are made, moved and cancelled at once', async ({ platform }) => {
  const organization = await inZone(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  const every = ['MO', 'TU', 'WE', 'TH', 'FR']
  const { id: instructorId } = await organization.user('instructor')
  const sessions = await plan(admin, { repeat: { days: every, count: 200 }, instructorId, location: 'Lab' })
  expect(sessions).toHaveLength(200)
  // Each takes the place in time of the next, with the same instructor.
  const day = 86_400_000
  const [startDate, endDate] = [sessions[0]?.startDate, sessions[0]?.endDate].map((at) =>
    new Date(Date.parse(at ?? '') + day).toISOString(),
  )
  expect((await change(admin, sessions[0], { scope: 'all', startDate, endDate })).body).toMatchObject({
    changed: 200,
    troubled: [],
  })
  const moved = await sessionsOf(admin, sessions[0]?.seriesId)
  expect(moved.every((session) => session.instructorId === instructorId)).toBe(true)
  expect((await change(admin, sessions[0], { scope: 'all', status: 'cancelled' })).body).toMatchObject({ changed: 200 })
  expect((await admin.get('/api/sessions?status=scheduled')).body).toEqual([])
})
