import { expect } from 'vitest'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildMark, buildParticipant, buildSession, buildStudent } from '../../../testing/factories.ts'
import type { HoursBand, ReportCheck } from '../checks-contract.ts'

const test = pluginTest([tenantApp])

const HOUR_MS = 3_600_000

const listChecks = async (by: Client, query = '') =>
  (await by.get(`/api/reports/attendance/checks${query}`)).body as ReportCheck[]
const listBands = async (by: Client) => (await by.get('/api/reports/attendance/bands')).body as HoursBand[]
const figures = async (by: Client) => (await by.get('/api/reports/attendance/figures')).body as object

test('days without attendance, without a departure, of more than 12 hours and overlapping ones are listed', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const ago = (hours: number) => new Date(platform.clock.now().getTime() - hours * HOUR_MS).toISOString()
  const session = (name: string, from: number, to: number) =>
    buildSession(platform, organization, { name, startDate: ago(from), endDate: ago(to) })
  const student = await buildStudent(platform, organization)
  const other = await buildStudent(platform, organization)
  const [chess, robots, long, coming] = [
    await session('Chess', 60, 58),
    await session('Robots', 59, 57),
    await session('Lock-in', 40, 26),
    await session('Go', -1, -2),
  ]
  for (const { id: sessionId } of [chess, robots, long, coming]) {
    await buildParticipant(platform, organization, { sessionId, studentId: student.id })
  }
  await buildParticipant(platform, organization, { sessionId: chess.id, studentId: other.id })
  const mark = (sessionId: string, times: object = {}) =>
    buildMark(platform, organization, { sessionId, studentId: student.id, ...times })
  await mark(chess.id, { arrivedAt: ago(60), leftAt: ago(58) })
  await mark(robots.id, { arrivedAt: ago(59), leftAt: ago(57) })
  await mark(long.id)

  const found = await listChecks(admin)
  expect(found.map(({ kind, name, students }) => [kind, name, students])).toEqual([
    ['assumed-departure', 'Lock-in', 1],
    ['long-day', 'Lock-in', 1],
    ['not-taken', 'Chess', 1],
    ['overlap', 'Robots', 1],
  ])
  const [meeting] = (await admin.get(`/api/sessions/${robots.id}/meetings`)).body as { id: string }[]
  expect(found.at(-1)).toMatchObject({ sessionId: robots.id, meetingId: meeting?.id })
  expect((await listChecks(admin, '?kind=overlap')).map(({ name }) => name)).toEqual(['Robots'])
  expect((await listChecks(admin, '?limit=1&offset=2')).map(({ name }) => name)).toEqual(['Chess'])
  // Instructors see days of sessions that they lead.
  expect(await listChecks(await organization.signIn('instructor'))).toEqual([])
})

test('assumed hours count unless the organization counts recorded times only, and its bands group students', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const ago = (hours: number) => new Date(platform.clock.now().getTime() - hours * HOUR_MS).toISOString()
  const { id: sessionId } = await buildSession(platform, organization, { startDate: ago(10), endDate: ago(2) })
  const [recorded, assumed] = [await buildStudent(platform, organization), await buildStudent(platform, organization)]
  await buildMark(platform, organization, { sessionId, studentId: recorded.id, arrivedAt: ago(10), leftAt: ago(8) })
  await buildMark(platform, organization, { sessionId, studentId: assumed.id })
  expect(await figures(admin)).toMatchObject({ minutes: 600, assumedMinutes: 480 })
  expect(await listBands(admin)).toMatchObject([
    { from: 0, to: 15, students: 2 },
    { from: 15, to: 45 },
    { from: 45, to: 90 },
    { from: 90, to: 180 },
    { from: 180, to: 270 },
    { from: 270, to: null, students: 0 },
  ])
  const settings = { countsRecordedOnly: true, hourBands: [1, 8] }
  expect(await admin.put('/api/attendance/settings', settings)).toMatchObject({ status: 200, body: settings })
  expect(await figures(admin)).toMatchObject({ minutes: 120, assumedMinutes: 0 })
  expect(await listBands(admin)).toEqual([
    { from: 0, to: 1, students: 1 },
    { from: 1, to: 8, students: 1 },
    { from: 8, to: null, students: 0 },
  ])
  expect(await admin.put('/api/attendance/settings', { hourBands: [8, 1] })).toMatchObject({ status: 400 })
})
