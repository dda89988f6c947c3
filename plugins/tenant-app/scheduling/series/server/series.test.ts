import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { change, days, makeOrganizationIn, plan, sessionsOf, starts, weekly } from '../../../testing/series.ts'
import { tenantApp } from '../../../plugin.ts'
import { wallOf } from './rule.ts'

const test = pluginTest([tenantApp])

test.for([
  ['America/New_York', '2094-03-01', '2094-10-25'],
  ['Europe/Berlin', '2094-03-15', '2094-10-18'],
  ['Australia/Sydney', '2094-03-22', '2094-09-20'],
] as const)('four o’clock stays four o’clock across daylight saving in %s', async ([zone, ...firsts], { platform }) => {
  const admin = await (await makeOrganizationIn(platform, zone)).signIn('tenant_admin')
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
    // Moved across the clock change, all of them by an hour of local time.
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

test('a time that daylight saving skips is reported and left out; of a repeated one the earlier is taken', async ({
  platform,
}) => {
  const admin = await (await makeOrganizationIn(platform, 'America/New_York')).signIn('tenant_admin')
  const asked = weekly({
    startDate: '2094-03-07T07:30:00Z',
    endDate: '2094-03-07T08:00:00Z',
    repeat: { days: ['SU'], lastDay: '2094-03-21' },
  })
  const preview = await admin.post('/api/series/preview', asked)
  expect(preview.body).toMatchObject({ nonexistent: ['2094-03-14T02:30'] })
  expect(days(await plan(admin, asked))).toEqual(['2094-03-07', '2094-03-21'])

  const twice = await plan(admin, {
    startDate: '2094-10-31T05:30:00Z',
    endDate: '2094-10-31T06:00:00Z',
    repeat: { days: ['SU'], count: 2 },
  })
  expect(starts(twice)).toEqual(['2094-10-31T05:30:00.000Z', '2094-11-07T05:30:00.000Z'])
  // The series moves to half past two; no student was registered for the session that daylight saving removes.
  const sundays = await plan(admin, {
    startDate: '2094-03-07T14:00:00Z',
    endDate: '2094-03-07T15:00:00Z',
    repeat: { days: ['SU'], count: 3 },
  })
  const early = { scope: 'all', startDate: '2094-03-07T07:30:00Z', endDate: '2094-03-07T08:30:00Z' }
  const path = `/api/sessions/${sundays[0]?.id}/series/preview`
  expect((await admin.post(path, early)).body).toMatchObject({ nonexistent: ['2094-03-14T02:30'], changed: 2 })
  expect(await change(admin, sundays[0], early)).toMatchObject({ status: 200 })
  expect(days(await sessionsOf(admin, sundays[0]?.seriesId))).toEqual(['2094-03-07', '2094-03-21'])
})

test('weekdays, skipped weeks and an end follow the rule; too many sessions are refused at the end', async ({
  platform,
}) => {
  const admin = await (await makeOrganizationIn(platform, 'America/New_York')).signIn('tenant_admin')
  const sessions = await plan(admin, { repeat: { days: ['TH', 'TU'], everyWeeks: 2, lastDay: '2094-02-02' } })
  expect(days(sessions)).toEqual(['2094-01-05', '2094-01-07', '2094-01-19', '2094-01-21', '2094-02-02'])
  const refused = (repeat: object) => admin.post('/api/series', weekly({ repeat }))
  expect(await refused({ days: ['TU'], lastDay: '2094-01-04' })).toMatchObject({
    status: 400,
    body: { fields: { 'repeat.lastDay': 'There is no session before that day' } },
  })
  expect(await refused({ days: ['MO', 'TU', 'WE', 'TH'], lastDay: '2095-12-31' })).toMatchObject({
    status: 400,
    body: { fields: { 'repeat.lastDay': 'More than 200 sessions. Choose an earlier day.' } },
  })
  expect(await refused({ days: ['TU'], count: 201 })).toMatchObject({ status: 400 })
  expect(await refused({ days: ['TU'] })).toMatchObject({ status: 400 })
  // No session, new or moved, is longer than a month.
  const tooLong = { status: 400, body: { fields: { endDate: 'At most 31 days after the start' } } }
  const endDate = '2094-02-05T21:01:00Z'
  expect(await admin.post('/api/series/preview', weekly({ endDate }))).toMatchObject(tooLong)
  expect(await change(admin, sessions[0], { scope: 'all', endDate })).toMatchObject(tooLong)
  expect(await admin.put(`/api/sessions/${sessions[0]?.id}`, { endDate })).toMatchObject(tooLong)
  expect(await refused({ days: ['TU'], count: 2, lastDay: '2094-02-02' })).toMatchObject({ status: 400 })
})

test('a series over a month’s limit is refused as a whole, and continues into the next one', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const root = await platform.superAdmin()
  expect((await root.put('/api/settings', { maxSessionsPerTenant: 4 })).status).toBe(200)
  const refused = await admin.post('/api/series', weekly({ repeat: { days: ['TU', 'WE'], count: 6 } }))
  expect(refused).toMatchObject({ status: 403, body: { code: 'plan.limit' } })
  expect(refused.body.message).toContain('this would add 6')
  expect((await admin.get('/api/sessions')).body).toEqual([])
  const sessions = await plan(admin)
  const longer = { scope: 'all', repeat: { days: ['TU', 'WE'], count: 6 } }
  expect(await change(admin, sessions[0], longer)).toMatchObject({ status: 403, body: { code: 'plan.limit' } })
  expect(await sessionsOf(admin, sessions[0]?.seriesId)).toHaveLength(4)
  const intoFebruary = { scope: 'all', repeat: { days: ['TU'], count: 6 } }
  expect((await change(admin, sessions[0], intoFebruary)).status).toBe(200)
  expect((await root.put('/api/settings', { maxSessionsPerTenant: 50 })).status).toBe(200)
})

test('a preview shows busy instructors and taken places for all sessions; they are planned without an instructor', async ({
  platform,
}) => {
  const organization = await makeOrganizationIn(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  const { id: instructorId } = await organization.user('instructor')
  const chess = { startDate: '2094-01-12T21:30:00Z', endDate: '2094-01-12T22:00:00Z' }
  const made = await admin.post('/api/sessions', { name: 'Chess', ...chess, instructorId, location: 'Lab' })
  expect(made.status).toBe(201)
  const asked = weekly({ instructorId, location: 'lab' })
  const preview = (await admin.post('/api/series/preview', asked)).body
  expect(preview.sessions.map(({ clashes }: { clashes: object[] }) => clashes.length)).toEqual([0, 2, 0, 0])
  expect(preview.sessions[1].clashes).toMatchObject([
    { kind: 'instructor', name: 'Chess' },
    { kind: 'place', name: 'Chess' },
  ])
  // Lists the first of many clashes, the instructor's before all.
  for (const name of ['A', 'B', 'C', 'D', 'E']) {
    const early = { name, startDate: '2094-01-12T21:15:00Z', endDate: chess.endDate, location: 'LAB' }
    expect((await admin.post('/api/sessions', early)).status).toBe(201)
  }
  const crowded = (await admin.post('/api/series/preview', asked)).body.sessions[1]
  expect(crowded).toMatchObject({ clashCount: 7, clashes: [{ kind: 'instructor', name: 'Chess' }, {}, {}, {}, {}] })
  expect(crowded.clashes).toHaveLength(5)
  const answer = await admin.post('/api/series', asked)
  expect(answer.body).toMatchObject({ sessions: 4, withoutInstructor: 1 })
  const sessions = await sessionsOf(admin, answer.body.seriesId)
  expect(sessions.map((session) => session.instructorId)).toEqual([instructorId, null, instructorId, instructorId])
  const single = { ...chess, instructorId, sessionId: made.body.id }
  expect((await admin.post('/api/series/preview', single)).body.sessions).toMatchObject([{ clashes: [] }])
})

test('200 sessions are created, moved and canceled at once', async ({ platform }) => {
  const root = await platform.superAdmin()
  expect((await root.put('/api/settings', { maxSessionsPerTenant: 200 })).status).toBe(200)
  const organization = await makeOrganizationIn(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  const every = ['MO', 'TU', 'WE', 'TH', 'FR']
  const { id: instructorId } = await organization.user('instructor')
  const sessions = await plan(admin, { repeat: { days: every, count: 200 }, instructorId, location: 'Lab' })
  expect(sessions).toHaveLength(200)
  // Each takes the former time of the next, with the same instructor.
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
