import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { create } from '#core/testing/calls.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import {
  buildConsentAnswer,
  buildParticipant,
  buildSession,
  buildStudent,
  buildStudents,
} from '../../../testing/factories.ts'
import { makeOrganizationIn } from '../../../testing/series.ts'
import { markStudent } from '../../../testing/sessions.ts'
import type { Door } from '../../door/contract.ts'
import type { TodayMeeting, TodayPack } from '../today-contract.ts'

const test = pluginTest([tenantApp])

const HOUR_MS = 3_600_000

const packOf = async (by: Client, query = ''): Promise<TodayPack> => {
  const { status, body } = await by.get(`/api/today-pack${query}`)
  expect(status).toBe(200)
  return body as TodayPack
}

const inHours = ({ clock }: TestPlatform, hours: number) =>
  new Date(clock.now().getTime() + hours * HOUR_MS).toISOString()

/** Creates Ada with a peanut allergy in a running session, led by an instructor. */
async function makeDay(platform: TestPlatform) {
  const organization = await platform.organization()
  const [admin, instructor, guardian] = [
    await organization.signIn('tenant_admin'),
    await organization.signIn('instructor'),
    await organization.signIn('parent'),
  ]
  const { id: ada } = await buildStudent(platform, organization, {
    guardians: [guardian.user?.id ?? ''],
    dateOfBirth: '2015-04-03',
  })
  const led = { name: 'Chess', instructorId: instructor.user?.id, startDate: inHours(platform, 0) }
  const chess = await buildSession(platform, organization, led)
  const go = await buildSession(platform, organization, { name: 'Go', startDate: inHours(platform, 0) })
  for (const { id: sessionId } of [chess, go]) {
    await buildParticipant(platform, organization, { sessionId, studentId: ada })
  }
  const details = { response: 'SecretResponse', medication: 'SecretEpi', medicationPlace: 'SecretPlace' }
  const peanuts = { kind: 'food-allergy', name: 'SecretPeanuts', risk: 'high', ...details }
  await create(admin, `/api/students/${ada}/health/conditions`, peanuts)
  const health = {
    responseLine: 'EpiPen in blue bag, call 911',
    medicalNotes: 'SecretNotes',
    doctorName: 'SecretDoctor',
  }
  expect((await admin.put(`/api/students/${ada}/health`, health)).status).toBe(200)
  const contact = { phone: '555-0100', address: 'SecretStreet 1' }
  expect((await guardian.put('/api/guardians/me', contact)).status).toBe(200)
  return { organization, admin, instructor, guardian, ada, chess, go }
}

const views = async (by: Client) =>
  ((await by.get('/api/access-ledger?what=alert')).body as { words: string; viewerName: string }[]).map(
    ({ words }) => words,
  )

test('GET /api/today-pack gives instructors their own meetings and admins those of a chosen session, and other users none', async ({
  platform,
}) => {
  const { organization, admin, instructor, guardian, ada, chess, go } = await makeDay(platform)
  const sessionsOf = async (by: Client, query = '') =>
    (await packOf(by, query)).meetings.map(({ sessionId }) => sessionId)
  const other = await organization.signIn('instructor')
  expect(await sessionsOf(instructor)).toEqual([chess.id])
  expect(await sessionsOf(instructor, `?session=${go.id}`)).toEqual([])
  expect(await sessionsOf(other)).toEqual([])
  expect(await sessionsOf(admin)).toEqual([])
  expect(await sessionsOf(admin, `?session=${go.id}`)).toEqual([go.id])
  const outsider = await (await platform.organization()).signIn('tenant_admin')
  expect(await sessionsOf(outsider, `?session=${go.id}`)).toEqual([])
  for (const by of [guardian, await organization.signIn('student')]) {
    expect((await by.get('/api/today-pack')).status).toBe(403)
  }
  expect((await organization.client().get('/api/today-pack')).status).toBe(401)

  await markStudent(admin, chess.id, ada, { mark: 'late' })
  const pack = await packOf(instructor)
  expect(pack).toEqual({
    madeAt: expect.any(String),
    isComplete: true,
    meetings: [
      {
        id: expect.any(String),
        sessionId: chess.id,
        name: 'Chess',
        location: '',
        startsAt: chess.startDate,
        endsAt: chess.endDate,
        instructions: '',
        materials: [],
        day: expect.any(String),
        lateFrom: expect.any(String),
        releasesAfterCall: true,
        places: [
          {
            studentId: ada,
            isReportedAbsent: false,
            mark: 'late',
            number: 1,
            hasDetails: false,
            mayLeaveAloneFrom: null,
            door: null,
          },
        ],
      },
    ],
    children: [
      {
        id: ada,
        firstName: 'Ada',
        lastName: 'King',
        grade: null,
        alertLevel: 'high',
        responseLine: 'EpiPen in blue bag, call 911',
        isNoPhoto: true,
        mayPickUp: expect.any(Array),
        mayNotPickUp: [],
        contacts: [{ firstName: guardian.user?.firstName, relationship: 'parent', phone: '555-0100' }],
      },
    ],
  })
  expect(JSON.stringify(pack)).not.toMatch(/Secret|2015-04-03/)
})

test('the access log has one entry for each child, day and device of a pack, and none by platform staff', async ({
  platform,
}) => {
  const { organization, admin, instructor, chess } = await makeDay(platform)
  await packOf(instructor)
  await packOf(instructor)
  expect(await views(admin)).toHaveLength(1)
  const onTablet = await organization.client().signIn(instructor.user?.email ?? '')
  await packOf(onTablet)
  expect(await views(admin)).toHaveLength(2)
  await packOf(admin, `?session=${chess.id}`)
  expect(await views(admin)).toHaveLength(3)
  const staff = await organization.client().signIn((await platform.superAdmin()).user?.email ?? '')
  const [child] = (await packOf(staff, `?session=${chess.id}`)).children
  expect(child).toMatchObject({ alertLevel: null, responseLine: '' })
  expect(await views(admin)).toHaveLength(3)
  platform.clock.forward(30 * HOUR_MS)
  const nextDay = await organization.client().signIn(instructor.user?.email ?? '')
  expect((await packOf(nextDay)).meetings).toEqual([])
})

test('a pack has the time from which a child with consent leaves alone: the end of the meeting, or the organization’s hour', async ({
  platform,
}) => {
  const { organization, admin, instructor, guardian, ada, chess } = await makeDay(platform)
  const leavesFrom = async () => (await packOf(instructor)).meetings[0]?.places[0]?.mayLeaveAloneFrom ?? null
  const text = { kind: 'leave-alone', title: 'Leaving alone', body: 'May your child leave alone?' }
  const consent = await create<{ id: string }>(admin, '/api/consents', text)
  expect(await leavesFrom()).toBe(null)
  const guardianId = guardian.user?.id ?? ''
  await buildConsentAnswer(platform, organization, { consentId: consent.id, studentId: ada, guardianId })
  expect(Date.parse((await leavesFrom()) ?? '')).toBe(Date.parse(chess.endDate))
  const settings = { graceMinutes: 10, releasesAfterCall: true, aloneFrom: '15:30', lateText: '' }
  expect((await admin.put('/api/door/settings', { ...settings, updatedAt: null })).status).toBe(200)
  expect(await leavesFrom()).toBe((await doorOf(admin, chess.id)).children[0]?.aloneFrom)
})

const doorOf = async (by: Client, sessionId: string) => (await by.get(`/api/sessions/${sessionId}/door`)).body as Door

test('GET /api/today/meetings counts the children who are here, until they leave', async ({ platform }) => {
  const { instructor, guardian, ada, chess } = await makeDay(platform)
  const here = async () =>
    ((await instructor.get('/api/today/meetings')).body as TodayMeeting[]).find(({ name }) => name === 'Chess')?.here
  const send = async (kind: 'in' | 'out', by: object | null) => {
    const event = { id: randomUUID(), studentId: ada, kind, at: platform.clock.now().toISOString(), by, release: null }
    expect((await instructor.post(`/api/sessions/${chess.id}/door/events`, { events: [event] })).body).toMatchObject([
      { outcome: 'saved' },
    ])
  }
  expect(await here()).toBe(0)
  await send('in', null)
  expect(await here()).toBe(1)
  const [mother] = (await doorOf(instructor, chess.id)).children[0]?.allowed ?? []
  expect(mother?.name).toContain(guardian.user?.firstName)
  platform.clock.forward(60_000)
  await send('out', { kind: 'guardian', personId: mother?.id, name: '' })
  expect(await here()).toBe(0)
})

test('a health alert without a response line is a task of admins until a guardian’s line is approved', async ({
  platform,
}) => {
  const { admin, guardian, ada } = await makeDay(platform)
  const tasks = async () =>
    ((await admin.get('/api/tenant/dashboard/attention')).body as { kind: string; id: string }[])
      .filter(({ kind }) => kind === 'alert')
      .map(({ id }) => id)
  const isDue = async () => (await guardian.get(`/api/students/${ada}/health-status`)).body.isDue as boolean
  expect([await tasks(), await isDue()]).toEqual([[], false])
  expect((await admin.put(`/api/students/${ada}/health`, { responseLine: '' })).status).toBe(200)
  expect([await tasks(), await isDue()]).toEqual([[ada], true])
  const path = `/api/students/${ada}/health/proposals`
  const propose = (responseLine: string) => guardian.post(path, { part: 'alert', change: { responseLine } })
  expect((await propose('x'.repeat(141))).status).toBe(400)
  const { id } = (await propose('EpiPen in red bag')).body as { id: string }
  expect([await tasks(), await isDue()]).toEqual([[ada], false])
  expect((await admin.post(`${path}/${id}/decision`, { isApproved: true })).status).toBe(204)
  expect(await tasks()).toEqual([])
  const opened = await admin.post(`/api/students/${ada}/health-views`, {})
  expect(opened.body).toMatchObject({ responseLine: 'EpiPen in red bag', checkedOn: { alert: expect.any(String) } })
})

test('the window lasts from two hours ago to the end of tomorrow, on the day of a clock change too', async ({
  platform,
}) => {
  const organization = await makeOrganizationIn(platform, 'America/New_York')
  const now = Date.parse('2027-03-13T17:00:00Z')
  platform.clock.forward(now - platform.clock.now().getTime())
  const instructor = await organization.signIn('instructor')
  // The clocks go forward on March 14: tomorrow ends at 04:00 UTC and not at 05:00.
  const times = {
    over: ['2027-03-13T14:00:00Z', '2027-03-13T14:59:00Z'],
    justOver: ['2027-03-13T14:59:00Z', '2027-03-13T15:01:00Z'],
    last: ['2027-03-15T03:58:00Z', '2027-03-15T03:59:00Z'],
    dayAfter: ['2027-03-15T04:00:00Z', '2027-03-15T05:00:00Z'],
  }
  for (const [name, [startDate = '', endDate = '']] of Object.entries(times)) {
    await buildSession(platform, organization, { name, startDate, endDate, instructorId: instructor.user?.id })
  }
  expect((await packOf(instructor)).meetings.map(({ name }) => name)).toEqual(['justOver', 'last'])
  const listed = (await instructor.get('/api/today/meetings')).body as TodayMeeting[]
  expect(listed.map(({ name }) => name)).toEqual(['justOver', 'last'])
})

test('the pack of 120 children has at most 250 kB, and omits meetings beyond its limits', async ({ platform }) => {
  const { organization, instructor } = await makeDay(platform)
  const students = await buildStudents(platform, organization, 520)
  const fill = async (name: string, hours: number, ids: readonly string[]) => {
    const { id: sessionId } = await buildSession(platform, organization, {
      name,
      startDate: inHours(platform, hours),
      instructorId: instructor.user?.id,
    })
    await fillSession(platform, organization, sessionId, ids)
  }
  await fill('Many', 2, students.slice(0, 119))
  const pack = await packOf(instructor)
  expect(pack).toMatchObject({ isComplete: true })
  expect(pack.children).toHaveLength(120)
  expect(JSON.stringify(pack).length).toBeLessThan(250_000)
  await fill('Too many', 4, students)
  const cut = await packOf(instructor)
  expect(cut.isComplete).toBe(false)
  expect(cut.meetings.flatMap(({ places }) => places)).toHaveLength(500)
})

async function fillSession(
  platform: TestPlatform,
  organization: TestOrganization,
  sessionId: string,
  studentIds: readonly string[],
): Promise<void> {
  for (const studentId of studentIds) await buildParticipant(platform, organization, { sessionId, studentId })
}
