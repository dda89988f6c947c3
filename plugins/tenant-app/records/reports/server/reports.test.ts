import { expect } from 'vitest'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { reportWorld, type ReportWorld } from '../../../testing/reports.ts'
import { tenantApp } from '../../../plugin.ts'
import { reportEntries, reportGroups, reportKinds, type ReportKind } from '../contract.ts'

const test = pluginTest([tenantApp])

let organization: TestOrganization
let world: ReportWorld

test.beforeAll(async ({ platform }: { platform: TestPlatform }) => {
  organization = await platform.organization()
  world = await reportWorld(platform, organization)
})

type Figures = Record<string, number | null>
interface Row extends Record<string, unknown> {
  id: string
  name: string
  students: number
}

async function figures(by: Client, kind: ReportKind, query = ''): Promise<Figures> {
  const { status, body } = await by.get(`/api/reports/${kind}/figures?${query}`)
  expect({ kind, query, status }).toEqual({ kind, query, status: 200 })
  return body as Figures
}

async function rows(by: Client, kind: ReportKind, query = ''): Promise<Row[]> {
  const { status, body, headers } = await by.get(`/api/reports/${kind}?${query}`)
  expect({ kind, query, status, total: headers['x-total-count'] }).toEqual({
    kind,
    query,
    status: 200,
    total: String((body as Row[]).length),
  })
  return body as Row[]
}

test('attendance counts records in sessions of the period, and hours from arrival to departure', async () => {
  expect(await figures(world.admin, 'attendance')).toMatchObject({
    students: 3,
    sessions: 2,
    marked: 5,
    present: 2,
    late: 1,
    absent: 1,
    excused: 1,
    attended: 3,
    rate: 60,
    hours: 4,
  })
  expect(await rows(world.admin, 'attendance', 'by=student')).toMatchObject([
    { id: world.ids.ada, name: 'Ada King', about: '5', students: 1, present: 2, rate: 100, hours: 3 },
    { id: world.ids.ben, name: 'Ben King', late: 1, excused: 1, rate: 50, hours: 1 },
    { id: world.ids.cleo, name: 'Cleo King', absent: 1, rate: 0, hours: 0 },
  ])
  expect(await rows(world.admin, 'attendance', 'by=grade')).toMatchObject([
    { id: '5', students: 2, marked: 3, rate: 67 },
    { id: '6', students: 1, marked: 2, rate: 50 },
  ])
  expect(await rows(world.admin, 'attendance', 'by=session')).toMatchObject([
    { id: world.ids.others, name: 'Rockets', about: 'Lab', students: 2, marked: 2 },
    { id: world.ids.own, name: 'Robots', students: 3, marked: 3 },
  ])
})

test('a rate without records is null', async () => {
  const long = 'from=2001-01-01&to=2001-02-28'
  expect(await figures(world.admin, 'attendance', long)).toMatchObject({ marked: 0, rate: null, hours: 0 })
  const months = await rows(world.admin, 'attendance', `by=month&${long}`)
  expect(months.map(({ marked, rate }) => [marked, rate])).toEqual([
    [0, null],
    [0, null],
  ])
  expect(await figures(world.admin, 'scores', long)).toMatchObject({ scores: 0, averageScore: null })
})

test('progress compares the average with the previous period, participation omits canceled sessions, scores count high and low ones', async () => {
  expect(await figures(world.admin, 'progress')).toMatchObject({
    students: 3,
    attended: 3,
    scored: 4,
    averageScore: 73,
    change: 33,
    points: 58,
  })
  expect(await rows(world.admin, 'progress')).toMatchObject([
    { name: 'Ada King', attended: 2, scored: 2, averageScore: 93, change: 53, points: 37 },
    { name: 'Ben King', attended: 1, scored: 1, averageScore: 45, change: null, points: 9 },
    { name: 'Cleo King', attended: 0, scored: 1, averageScore: 60, change: null, points: 12 },
  ])
  expect(await figures(world.admin, 'participation')).toMatchObject({
    students: 3,
    sessions: 2,
    places: 6,
    registered: 5,
    waitlisted: 1,
    attended: 3,
  })
  expect(await figures(world.admin, 'scores')).toMatchObject({
    students: 3,
    challenges: 3,
    scores: 4,
    averageScore: 73,
    high: 2,
    low: 1,
  })
})

/** Filters with the students whose rows remain. */
const filters: [filter: keyof ReportWorld['ids'] | 'none', query: (ids: ReportWorld['ids']) => string][] = [
  ['none', () => ''],
  ['own', ({ own }) => `sessionId=${own}`],
  ['ada', ({ ada }) => `studentId=${ada}`],
  ['project', ({ project }) => `projectId=${project}`],
  ['cleo', () => 'grade=5'],
]

/** Columns whose rows add up to the report's total, in any grouping. */
const additive: Record<ReportKind, string[]> = {
  attendance: ['marked', 'present', 'late', 'absent', 'excused', 'attended', 'hours'],
  progress: ['attended', 'scored', 'points'],
  scores: ['scores', 'high', 'low'],
  participation: ['places', 'registered', 'waitlisted', 'declined', 'cancelled', 'attended'],
}

const sum = (list: Row[], column: string) =>
  Math.round(list.reduce((total, row) => total + Number(row[column] ?? 0), 0) * 10) / 10

test('every number equals the sum of each grouping’s rows and the entries that it opens, with every filter', async () => {
  const wrong: string[] = []
  let compared = 0
  const compare = (what: string, expected: unknown, found: unknown) => {
    compared += 1
    if (expected !== found) wrong.push(`${what}: ${String(expected)} is ${String(found)}`)
  }
  for (const by of [world.admin, world.instructor]) {
    for (const kind of reportKinds) {
      for (const [filter, query] of filters) {
        const total = await figures(by, kind, query(world.ids))
        const what = `${by.user?.role} ${kind} of ${filter}`
        for (const group of reportGroups[kind]) {
          const list = await rows(by, kind, `by=${group}&${query(world.ids)}`)
          for (const column of additive[kind])
            compare(`${what} by ${group}, ${column}`, total[column], sum(list, column))
          if (group === 'student') compare(`${what}, students`, total['students'], list.length)
          if (group === 'grade') compare(`${what}, students by grade`, total['students'], sum(list, 'students'))
          if (group === 'session') compare(`${what}, sessions`, total['sessions'], list.length)
          if (group === 'challenge') compare(`${what}, challenges`, total['challenges'], list.length)
        }
        for (const of of reportEntries[kind]) {
          const { body, headers } = await by.get(`/api/reports/${kind}/entries?of=${of}&${query(world.ids)}`)
          const opened = body as { amount: number | null }[]
          compare(`${what}, ${of}`, Number(headers['x-total-count']), opened.length)
          const openedTotal =
            of === 'points' ? opened.reduce((all, { amount }) => all + (amount ?? 0), 0) : opened.length
          compare(`${what}, rows of ${of}`, total[of], openedTotal)
        }
      }
    }
  }
  expect(wrong).toEqual([])
  expect(compared).toBeGreaterThan(500)
})

test('a year’s report has the same numbers of a student as the student’s own page', async () => {
  const { ada } = world.ids
  const page = await world.admin.get(`/api/students/${ada}/progress`)
  const year = `range=last-12-months&studentId=${ada}`
  const { attended, scored, averageScore, points } = await figures(world.admin, 'progress', year)
  expect(page.body).toMatchObject({
    sessionsAttended: attended,
    scores: scored,
    averageScore,
    totalPoints: points,
  })
  const missed = await figures(world.admin, 'attendance', year)
  expect(page.body).toMatchObject({ sessionsMissed: (missed['absent'] ?? 0) + (missed['excused'] ?? 0) })
})

test('instructors get sessions that they lead, with any filter; families get no report', async () => {
  expect(await figures(world.instructor, 'attendance')).toMatchObject({ sessions: 1, marked: 3, students: 3 })
  expect(await rows(world.instructor, 'scores')).toMatchObject([{ name: 'Maze of -3 days', scores: 2 }])
  // Points and scores without a session belong to no instructor.
  expect(await figures(world.instructor, 'progress')).toMatchObject({ attended: 2, scored: 2, points: 26 })
  const others = `sessionId=${world.ids.others}`
  for (const kind of reportKinds) expect(await figures(world.instructor, kind, others)).toMatchObject({ students: 0 })
  for (const role of ['parent', 'student'] as const) {
    expect((await (await organization.signIn(role)).get('/api/reports/attendance')).status).toBe(403)
  }
})

test('days are in the organization’s zone, and a period ends after it begins and within a year', async ({
  platform,
}) => {
  const elsewhere = await platform.organization()
  const admin = await elsewhere.signIn('tenant_admin')
  await admin.put('/api/tenant/settings', { timeZone: 'America/New_York' })
  const made = await reportWorld(platform, elsewhere)
  const { body } = await admin.get(`/api/sessions/${made.ids.own}`)
  const day = (days: number) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(
      Date.parse((body as { startDate: string }).startDate) + days * 86_400_000,
    )
  const marked = async (from: string, to: string) =>
    (await figures(admin, 'attendance', `from=${from}&to=${to}`))['marked']
  expect([await marked(day(0), day(0)), await marked(day(1), day(1)), await marked(day(-1), day(-1))]).toEqual([
    3, 0, 0,
  ])

  const refusal = async (query: string) => (await admin.get(`/api/reports/attendance?${query}`)).body
  expect(await refusal('from=2026-03-02&to=2026-03-01')).toMatchObject({
    fields: { from: 'The period ends before it begins' },
  })
  expect(await refusal('from=2024-01-01&to=2025-01-01')).toMatchObject({ fields: { to: 'At most 366 days' } })
  const outside = { from: 'Use a day between 1900 and 2200', to: 'Use a day between 1900 and 2200' }
  expect(await refusal('from=9999-12-01&to=9999-12-31')).toMatchObject({ fields: outside })
  expect(await refusal('from=0001-01-01&to=0001-01-31')).toMatchObject({ fields: outside })
  expect((await admin.get('/api/reports/attendance?from=2024-01-01&to=2024-12-31')).status).toBe(200)
})

test('rows come in pages with their number', async () => {
  const page = await world.admin.get('/api/reports/attendance?by=student&limit=2&offset=1')
  expect(page.body).toMatchObject([{ name: 'Ben King' }, { name: 'Cleo King' }])
  expect(page.headers['x-total-count']).toBe('3')
})
