import { fromDate, parseTime, toCalendarDate, toCalendarDateTime, toZoned } from '@internationalized/date'
import type { ZonedDateTime } from '@internationalized/date'
import ICAL from 'ical.js'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { originOf } from '#core/server/tenancy/origin.ts'
import { create } from '#core/testing/calls.ts'
import { pluginTest, type Client, type TestOrganization } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import type { Session } from '../../sessions/contract.ts'
import { buildParticipant, buildStudent } from '../../../testing/factories.ts'
import type { CalendarFeed } from '../contract.ts'

const logged: string[] = []

const test = pluginTest([tenantApp], {
  env: { LOG_LEVEL: 'trace' },
  logTo: { write: (text: string) => void logged.push(text) },
})

const DAY = 86_400_000

async function subscribe(client: Client, of: 'me' | 'organization' = 'me'): Promise<string> {
  const { status, body } = await client.post(`/api/calendar/feeds/${of}`)
  expect(status).toBe(201)
  return new URL((body as CalendarFeed).url ?? '').pathname
}

interface Read {
  uid: string
  summary: string
  start: string
  end: string
  status: string
  sequence: number
  text: string
}

/** Reads a feed like a calendar program, by UID. */
async function read(organization: TestOrganization, path: string): Promise<Map<string, Read>> {
  const { status, body, headers } = await organization.client().get(path)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, no-cache',
  })
  const events = new ICAL.Component(ICAL.parse(String(body))).getAllSubcomponents('vevent')
  return new Map(
    events.map((component) => {
      const event = new ICAL.Event(component)
      const read = {
        uid: event.uid,
        summary: event.summary,
        start: event.startDate.toJSDate().toISOString(),
        end: event.endDate.toJSDate().toISOString(),
        status: String(component.getFirstPropertyValue('status')),
        sequence: Number(component.getFirstPropertyValue('sequence')),
        text: component.toString(),
      }
      return [read.uid, read]
    }),
  )
}

/** Calendars use whole seconds. */
const hours = (from: Date, some: number) =>
  new Date(Math.floor(from.getTime() / 1000) * 1000 + some * 3_600_000).toISOString()

/** Schedules a session of an hour, the given number of days from now. */
const plan = (admin: Client, now: Date, days: number, given: object = {}) =>
  create<Session>(admin, '/api/sessions', {
    name: 'Robotics',
    startDate: hours(now, days * 24),
    endDate: hours(now, days * 24 + 1),
    ...given,
  })

/** Lists 4 PM on the days before and after each clock change within a feed: two or three changes. */
function aroundChanges(zone: string, now: Date): ZonedDateTime[] {
  const today = toCalendarDate(fromDate(now, zone))
  const four = (days: number) => toZoned(toCalendarDateTime(today.add({ days }), parseTime('16:00')), zone)
  return Array.from({ length: 386 }, (_, index) => [four(index - 28), four(index - 27)] as const)
    .filter(([one, next]) => one.offset !== next.offset)
    .flat()
}

test.for(['America/New_York', 'Europe/Berlin'])(
  'four in the afternoon stays four in the afternoon of %s on both sides of each clock change',
  async (zone, { platform }) => {
    const organization = await platform.organization()
    const admin = await organization.signIn('tenant_admin')
    const afternoons = aroundChanges(zone, platform.clock.now())
    expect(afternoons.length).toBeGreaterThanOrEqual(4)
    const planned = []
    for (const start of afternoons) {
      const dates = { startDate: start.toAbsoluteString(), endDate: start.add({ minutes: 90 }).toAbsoluteString() }
      planned.push(
        await create<Session>(admin, '/api/sessions', { name: 'Robotics', location: 'Lab; 2, left', ...dates }),
      )
    }
    const events = await read(organization, await subscribe(admin, 'organization'))
    const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: zone })
    for (const { id, startDate, endDate } of planned) {
      expect(events.get(id)).toMatchObject({ summary: 'Robotics', start: startDate, end: endDate, status: 'CONFIRMED' })
      expect(clock.formatRange(new Date(startDate), new Date(endDate))).toMatch(/^16:00\D+17:30$/)
    }
    expect(events.size).toBe(afternoons.length)
  },
)

test('a change increments the sequence under the same id, and a canceled session stays listed for 60 days', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const now = platform.clock.now()
  const { id } = await plan(admin, now, 100)
  const path = await subscribe(admin)
  const state = async () => (await read(organization, path)).get(id)
  expect(await state()).toMatchObject({ status: 'CONFIRMED', sequence: 0 })

  await admin.put(`/api/sessions/${id}`, { location: 'Lab 2' })
  expect(await state()).toMatchObject({ status: 'CONFIRMED', sequence: 1 })
  // Fields that a calendar does not show do not count as a change.
  await admin.put(`/api/sessions/${id}`, { maxParticipants: 7 })
  expect(await state()).toMatchObject({ sequence: 1 })
  await admin.put(`/api/sessions/${id}`, { startDate: hours(now, 2400.5) })
  expect(await state()).toMatchObject({ sequence: 2, start: hours(now, 2400.5) })
  await admin.put(`/api/sessions/${id}`, { status: 'cancelled' })
  expect(await state()).toMatchObject({ status: 'CANCELLED', sequence: 3 })

  // Sign-ins would expire within hours, and this session must not move with the clock.
  platform.clock.forward(59 * DAY)
  await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('sessions').where({ id }).update({ description: 'Said why', updatedAt: platform.clock.now() }),
  )
  expect(await state()).toMatchObject({ status: 'CANCELLED', sequence: 3 })
  platform.clock.forward(1.01 * DAY)
  expect(await state()).toBeUndefined()
})

test('each day of a session of several has its own event, and the event of the whole is canceled', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const [leader, substitute] = [await organization.signIn('instructor'), await organization.signIn('instructor')]
  const now = platform.clock.now()
  const meetings = [10, 11].map((days) => ({ startsAt: hours(now, days * 24), endsAt: hours(now, days * 24 + 1) }))
  const { id } = await create<Session>(admin, '/api/meetings/sessions', {
    name: 'Makers Week',
    instructorId: leader.user?.id,
    meetings,
  })
  const [first, second] = (await admin.get(`/api/sessions/${id}/meetings`)).body as [{ id: string }, { id: string }]
  const path = await subscribe(admin)
  const events = await read(organization, path)
  expect([...events.keys()].toSorted()).toEqual([id, first.id, second.id].toSorted())
  expect(events.get(id)).toMatchObject({ status: 'CANCELLED' })
  expect(events.get(second.id)).toMatchObject({ status: 'CONFIRMED', start: meetings[1]?.startsAt, sequence: 0 })
  await admin.put(`/api/sessions/${id}/meetings/${second.id}`, { instructorId: substitute.user?.id })
  expect([...(await read(organization, await subscribe(substitute))).keys()].toSorted()).toEqual(
    [id, second.id].toSorted(),
  )
  await admin.put(`/api/sessions/${id}/meetings/${second.id}`, { status: 'cancelled' })
  expect((await read(organization, path)).get(second.id)).toMatchObject({ status: 'CANCELLED', sequence: 2 })
})

test('a feed covers the past 30 days and the next year', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const now = platform.clock.now()
  const planned = new Map<number, string>()
  for (const days of [-31, -29, 0, 364, 367]) planned.set(days, (await plan(admin, now, days)).id)
  const events = await read(organization, await subscribe(admin, 'organization'))
  expect([...planned].filter(([, id]) => events.has(id)).map(([days]) => days)).toEqual([-29, 0, 364])
})

test('each feed has its owner’s sessions, and only a family’s own feed names children', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const [instructor, guardian, restricted, student] = [
    await organization.signIn('instructor'),
    await organization.signIn('parent'),
    await organization.signIn('parent'),
    await organization.signIn('student'),
  ]
  const now = platform.clock.now()
  const own = await plan(admin, now, 1, { instructorId: instructor.user?.id })
  const other = await plan(admin, now, 2, { name: 'Chess' })
  const waited = await plan(admin, now, 3, { name: 'Rowing' })
  const ada = await buildStudent(platform, organization, {
    firstName: 'Adalovelace',
    userId: student.user?.id,
    guardians: [guardian.user?.id ?? '', { userId: restricted.user?.id ?? '', isRestricted: true }],
  })
  await buildParticipant(platform, organization, { sessionId: own.id, studentId: ada.id })
  await buildParticipant(platform, organization, { sessionId: waited.id, studentId: ada.id, status: 'waitlisted' })
  const fed = async (client: Client, of: 'me' | 'organization' = 'me') =>
    read(organization, await subscribe(client, of))
  const summaries = (events: Map<string, Read>) => [...events.values()].map(({ summary, status }) => [summary, status])

  expect(summaries(await fed(guardian))).toEqual([
    ['Robotics (Adalovelace)', 'CONFIRMED'],
    ['Rowing (Adalovelace, waitlist)', 'TENTATIVE'],
  ])
  expect((await fed(student)).size).toBe(2)
  expect((await fed(restricted)).size).toBe(0)
  const [ofInstructor, ofAdmin, ofOrganization] = [
    await fed(instructor),
    await fed(admin),
    await fed(admin, 'organization'),
  ]
  expect([...ofInstructor.keys()]).toEqual([own.id])
  expect([...ofAdmin.keys()]).toEqual([own.id, other.id, waited.id])
  expect([...ofOrganization.keys()]).toEqual([own.id, other.id, waited.id])
  const named = [...ofInstructor.values(), ...ofAdmin.values(), ...ofOrganization.values()]
  expect(named.filter(({ text }) => text.includes('Adalovelace'))).toEqual([])
  // The organization's feed may be on a public website: it does not name staff either.
  expect([...ofOrganization.values()].filter(({ text }) => text.includes('DESCRIPTION'))).toEqual([])
})

test('revoked, renewed and unknown URLs, deactivated users and suspended organizations give the same 404', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const parent = await organization.signIn('parent')
  const stranger = (await platform.organization()).client()
  const client = organization.client()
  const answered = async (path: string) => {
    const { status, body } = await client.get(path)
    return [status, (body as { message?: string }).message]
  }
  const gone = [404, 'Calendar not found']

  const first = await subscribe(parent)
  const second = await subscribe(parent)
  expect(await answered(first)).toEqual(gone)
  expect((await client.get(second)).status).toBe(200)
  expect(await stranger.get(second)).toMatchObject({ status: 404, body: { message: 'Calendar not found' } })
  expect((await parent.delete('/api/calendar/feeds/me')).status).toBe(204)
  expect((await parent.delete('/api/calendar/feeds/me')).status).toBe(204)
  expect(await answered(second)).toEqual(gone)
  expect(await answered(`/api/calendar/${'a'.repeat(43)}.ics`)).toEqual(gone)
  expect(await answered('/api/calendar/nonsense')).toEqual(gone)

  const third = await subscribe(parent)
  const ofOrganization = await subscribe(admin, 'organization')
  const change = (table: string, id: string | undefined, values: object) =>
    platform.core.db.platform(systemActor, async ({ trx }) => {
      await trx(table).where({ id }).update(values)
    })
  await change('users', parent.user?.id, { isActive: false })
  expect(await answered(third)).toEqual(gone)
  await change('users', parent.user?.id, { isActive: true })
  expect((await client.get(third)).status).toBe(200)
  await change('tenants', organization.id, { status: 'suspended' })
  expect(await answered(third)).toEqual(gone)
  expect(await answered(ofOrganization)).toEqual(gone)
})

test('an unchanged calendar answers 304 until a session in it changes', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id } = await plan(admin, platform.clock.now(), 3)
  const path = await subscribe(admin)
  const ask = (etag?: string) =>
    organization.client().request('GET', path, etag === undefined ? {} : { headers: { 'if-none-match': etag } })
  const etag = String((await ask()).headers.etag)
  expect(await ask(etag)).toMatchObject({ status: 304, body: '', headers: { 'cache-control': 'private, no-cache' } })
  await admin.put(`/api/sessions/${id}`, { name: 'Chess' })
  expect((await ask(etag)).status).toBe(200)
})

test('only its owner sees a URL again with its last use; no log or table contains it', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const parent = await organization.signIn('parent')
  const feedsOf = async (client: Client) => (await client.get('/api/calendar/feeds')).body as CalendarFeed[]
  expect(await feedsOf(parent)).toEqual([{ of: 'me', url: null, createdAt: null, lastUsedAt: null }])
  const path = await subscribe(parent)
  await organization.client().get(path)
  const [feed] = await feedsOf(parent)
  expect(feed).toMatchObject({ of: 'me', url: `${originOf(platform.core.env, organization.subdomain)}${path}` })
  expect(Date.parse(feed?.lastUsedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(feed?.createdAt ?? ''))

  expect((await feedsOf(admin)).map(({ of, url }) => [of, url])).toEqual([
    ['me', null],
    ['organization', null],
  ])
  for (const role of ['instructor', 'parent', 'student'] as const) {
    const other = await organization.signIn(role)
    expect((await feedsOf(other)).map(({ of, url }) => [of, url])).toEqual([['me', null]])
    expect((await other.post('/api/calendar/feeds/organization')).status).toBe(403)
  }
  const visitor = await organization.client().signIn((await platform.superAdmin()).user?.email ?? '')
  expect((await feedsOf(visitor)).map(({ of }) => of)).toEqual(['organization'])
  expect(await visitor.post('/api/calendar/feeds/me')).toMatchObject({ status: 403 })

  const token = path.split('/').at(-1)?.replace('.ics', '') ?? ''
  const rows = await platform.core.db.platform(systemActor, ({ trx }) => trx('calendarFeeds').select())
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(rows.map(({ tokenHash, sealedToken }) => `${tokenHash}${sealedToken}`).join()).not.toContain(token)
  expect(logged.some((line) => line.includes('/api/calendar/:file'))).toBe(true)
  expect(logged.filter((line) => line.includes(token))).toEqual([])
})

test('of two concurrent renewals one URL remains', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const paths = await Promise.all([subscribe(admin, 'organization'), subscribe(admin, 'organization')])
  const answers = await Promise.all(paths.map((path) => organization.client().get(path)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
})
