import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { addPoints } from '../../points/server/points.ts'
import { tenantApp } from '../../server/plugin.ts'
import { addStudent } from '../../testing/families.ts'
import type { LeaderboardEntry, PersonalBest, Team } from '../contract.ts'

const test = pluginTest([tenantApp])

interface Given {
  name: string
  points: number
  grade?: string
  earnedAt?: string | undefined
  userId?: string | undefined
  guardians?: string[]
}

/** Students with their points, earned now unless said otherwise. @returns their ids by first names */
async function fill(platform: TestPlatform, organization: TestOrganization, given: readonly Given[]) {
  const ids: Record<string, string> = {}
  for (const { name, points, earnedAt, grade, ...rest } of given) {
    const [firstName = '', lastName = 'King'] = name.split(' ')
    const { id } = await addStudent(platform, organization, { firstName, lastName, ...rest })
    ids[firstName] = id
    await platform.core.db.tenant(organization.id, systemActor, async (scope) => {
      if (grade) await scope.trx('students').where({ id }).update({ grade })
      await addPoints(scope, [
        { studentId: id, points, source: 'given', reason: 'Helped', ...(earnedAt ? { earnedAt } : {}) },
      ])
    })
  }
  return ids
}

const shown = (body: LeaderboardEntry[]) =>
  body.map(({ rank, firstName, lastName }) => `${rank} ${firstName} ${lastName}`)

test('ties share a rank, inside by name; search, grade and pages leave ranks as they are; figures count the rows that they open', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const ids = await fill(platform, organization, [
    { name: 'Zoe Adams', points: 50, grade: '4' },
    { name: 'Alan Young', points: 70, grade: '5' },
    { name: 'Ada Zimmer', points: 70, grade: '4' },
    { name: 'Mary Hill', points: 20, grade: '4' },
    { name: 'Nobody Yet', points: 0 },
    { name: 'Minus Brown', points: -5 },
    { name: 'Gone Green', points: 90 },
  ])
  const instructor = await organization.signIn('instructor')
  const admin = await organization.signIn('tenant_admin')
  await admin.put(`/api/students/${ids['Gone']}`, { isActive: false })
  await platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
    const now = platform.clock.now().getTime()
    const session = async (name: string, days: number) => {
      const start = now - days * 86_400_000
      const dates = { startDate: new Date(start - 3_600_000), endDate: new Date(start) }
      const [made] = await trx('sessions').insert({ name, ...dates }, ['id'])
      return (made as { id: string }).id
    }
    const [today, old] = [await session('Today', 0), await session('Before', 40)]
    const place = (sessionId: string, name: string, attendance: string) => ({
      sessionId,
      studentId: ids[name],
      attendance,
    })
    await trx('sessionParticipants').insert([
      place(today, 'Alan', 'late'),
      place(today, 'Ada', 'absent'),
      place(old, 'Ada', 'present'),
      place(old, 'Alan', 'present'),
    ])
    const [challenge] = await trx('challenges').insert({ title: 'Checkmate' }, ['id'])
    const { id: challengeId } = challenge as { id: string }
    const scored = (name: string, score: number, days: number) => ({
      studentId: ids[name],
      challengeId,
      score,
      maxScore: 30,
      completedAt: new Date(now - days * 86_400_000 - 1000),
    })
    await trx('scores').insert([scored('Mary', 10, 6), scored('Ada', 20, 8)])
  })

  const all = await instructor.get('/api/leaderboard')
  expect(shown(all.body)).toEqual(['1 Alan Young', '1 Ada Zimmer', '3 Zoe Adams', '4 Mary Hill'])
  expect(all.headers['x-total-count']).toBe('4')
  expect(all.body).toMatchObject([
    {
      id: ids['Alan'],
      totalPoints: 70,
      sessionsCompleted: 2,
      challengesCompleted: 0,
      recentActivity: true,
      grade: '5',
    },
    { sessionsCompleted: 1, challengesCompleted: 1, averageScore: 67, recentActivity: false, isOwn: false },
    { sessionsCompleted: 0, averageScore: 0, recentActivity: false },
    { challengesCompleted: 1, averageScore: 33, recentActivity: true },
  ])
  const page = await instructor.get('/api/leaderboard?limit=2&offset=1')
  expect(shown(page.body)).toEqual(['1 Ada Zimmer', '3 Zoe Adams'])
  expect(page.headers).toMatchObject({ 'x-total-count': '4', link: expect.stringContaining('offset=3') })
  expect(shown((await instructor.get('/api/leaderboard?search=mary')).body)).toEqual(['4 Mary Hill'])
  expect(shown((await instructor.get('/api/leaderboard?grade=4')).body)).toEqual([
    '1 Ada Zimmer',
    '2 Zoe Adams',
    '3 Mary Hill',
  ])

  for (const filter of ['', 'grade=4', 'search=a', 'period=weekly', 'period=monthly&grade=4', 'search=nobody']) {
    const { body: figures } = await admin.get(`/api/leaderboard/figures?${filter}`)
    const { body: rows } = (await admin.get(`/api/leaderboard?${filter}`)) as { body: LeaderboardEntry[] }
    const points = rows.map(({ totalPoints }) => totalPoints)
    const active = (await admin.get(`/api/leaderboard?${filter}&show=active`)).body as LeaderboardEntry[]
    const top = (await admin.get(`/api/leaderboard?${filter}&show=top`)).body as LeaderboardEntry[]
    expect(figures, filter).toEqual({
      totalStudents: rows.length,
      topScore: points[0] ?? 0,
      averageScore: Math.round(points.reduce((sum, one) => sum + one, 0) / Math.max(points.length, 1)),
      activeThisWeek: active.length,
    })
    expect(active.every(({ recentActivity }) => recentActivity)).toBe(true)
    expect(top.every(({ totalPoints }) => totalPoints === figures.topScore)).toBe(true)
  }

  const why = await admin.get(`/api/leaderboard/${ids['Ada']}/points`)
  expect(why.body).toMatchObject([{ points: 70, reason: 'Helped', isReversal: false, sessionName: null }])
  expect((await instructor.get(`/api/leaderboard/${ids['Ada']}/points`)).status).toBe(403)
  const stranger = await (await platform.organization()).signIn('tenant_admin')
  expect((await stranger.get(`/api/leaderboard/${ids['Ada']}/points`)).status).toBe(404)
  expect((await stranger.get('/api/leaderboard')).body).toEqual([])
})

test('families are shown what the organization chose, hidden names and no one else’s id; staff see everyone', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const [parent, student] = [await organization.signIn('parent'), await organization.signIn('student')]
  const [admin, instructor] = [await organization.signIn('tenant_admin'), await organization.signIn('instructor')]
  const letters = 'ABCDEFGHIJKLMN'.split('')
  const ids = await fill(
    platform,
    organization,
    letters.map((letter, index) => ({
      name: `${letter}nn Smith`,
      points: 100 - index,
      grade: index % 2 === 0 ? '4' : '5',
      ...(letter === 'M' && { userId: student.user?.id }),
      ...(letter === 'F' && { guardians: [parent.user?.id ?? ''] }),
    })),
  )
  const refused = await parent.get('/api/leaderboard')
  expect([refused.status, refused.body.message]).toEqual([
    403,
    'This organization does not show its leaderboard to families.',
  ])
  for (const path of ['figures', 'teams', 'personal-best'])
    expect((await student.get(`/api/leaderboard/${path}`)).status).toBe(403)
  expect((await parent.get('/api/leaderboard/view')).body).toMatchObject({ isShown: false, families: null })
  const choose = async (change: object) =>
    expect((await admin.put('/api/leaderboard/settings', change)).status).toBe(200)
  const firsts = async (by: typeof parent, query = '') =>
    ((await by.get(`/api/leaderboard${query}`)).body as LeaderboardEntry[])
      .map(({ firstName }) => firstName[0])
      .join('')

  await choose({ showsParents: true, kind: 'everyone' })
  expect((await student.get('/api/leaderboard')).status).toBe(403)
  await choose({ showsStudents: true })
  expect(await firsts(parent)).toBe(letters.join(''))
  const { body: seen } = (await parent.get('/api/leaderboard')) as { body: LeaderboardEntry[] }
  expect(seen.map(({ lastName }) => lastName)).toEqual(letters.map((letter) => (letter === 'F' ? 'Smith' : 'S.')))
  expect(seen.map(({ id }) => id)).toEqual(letters.map((letter) => (letter === 'F' ? ids['Fnn'] : null)))
  // A name that is not shown is not found either, but for one's own.
  expect(await firsts(parent, '?search=smith')).toBe('F')
  expect((await parent.get('/api/leaderboard/figures?search=smith')).body).toMatchObject({ totalStudents: 1 })

  await choose({ kind: 'first-ten' })
  expect(await firsts(student)).toBe('ABCDEFGHIJ')
  await choose({ kind: 'neighbours' })
  expect(await firsts(parent)).toBe('CDEFGHI')
  expect(await firsts(student)).toBe('JKLMN')
  expect((await student.get('/api/leaderboard/figures')).body).toMatchObject({ totalStudents: 5, topScore: 91 })
  expect((await student.get('/api/leaderboard?show=top')).body).toMatchObject([{ rank: 10, isOwn: false }])
  expect(await firsts(parent, '?grade=5')).toBe('BDFHJL')
  await choose({ kind: 'personal-best' })
  expect((await parent.get('/api/leaderboard')).body).toMatchObject([{ rank: null, id: ids['Fnn'], isOwn: true }])
  expect((await parent.get('/api/leaderboard/teams')).body).toEqual([])

  await choose({ kind: 'teams' })
  const teams = (await parent.get('/api/leaderboard/teams')).body as Team[]
  expect(
    teams.map(({ rank, name, members, pointsPerMember, isOwn }) => [rank, name, members, pointsPerMember, isOwn]),
  ).toEqual([
    [1, '4', 7, 94, false],
    [2, '5', 7, 93, true],
  ])
  expect(await firsts(parent)).toBe('F')
  for (const staff of [admin, instructor]) {
    expect(await firsts(staff)).toBe(letters.join(''))
    expect((await staff.get('/api/leaderboard?limit=1')).body).toMatchObject([{ id: ids['Ann'], lastName: 'Smith' }])
  }
  expect((await instructor.get('/api/leaderboard/settings')).status).toBe(403)
  expect((await parent.get(`/api/leaderboard/${ids['Fnn']}/points`)).status).toBe(403)
  expect((await organization.client().get('/api/leaderboard')).status).toBe(401)
})

test('who is taken off is nowhere on it, not as a gap either; another guardian does not put back, and a restricted one is told nothing', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const [admin, mother, father, restricted] = [
    await organization.signIn('tenant_admin'),
    await organization.signIn('parent'),
    await organization.signIn('parent'),
    await organization.signIn('parent'),
  ]
  const parents = [mother, father, restricted].map(({ user }) => user?.id ?? '')
  const ids = await fill(platform, organization, [
    { name: 'Ada King', points: 30, grade: '4' },
    { name: 'Mia King', points: 20, grade: '4', guardians: parents },
    { name: 'Zoe King', points: 10, grade: '4' },
  ])
  await platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
    await trx('parentStudents').where({ parentId: parents[2] }).update({ isRestricted: true })
  })
  await admin.put('/api/leaderboard/settings', { showsParents: true, kind: 'everyone' })
  const path = `/api/children/${ids['Mia']}/leaderboard`
  expect((await mother.get(path)).body).toEqual({ isOff: false, takenOffAt: null, mayChange: true, isShown: true })
  for (const by of [restricted, await organization.signIn('parent')]) {
    expect((await by.put(path, { isOff: true })).status).toBe(404)
  }
  expect((await (await organization.signIn('instructor')).put(path, { isOff: true })).status).toBe(403)
  const both = await Promise.all([mother.put(path, { isOff: true }), mother.put(path, { isOff: true })])
  expect(both.map(({ status, body }) => [status, body.isOff])).toEqual([
    [200, true],
    [200, true],
  ])
  expect(shown((await admin.get('/api/leaderboard')).body)).toEqual(['1 Ada King', '2 Zoe King'])
  expect(shown((await mother.get('/api/leaderboard')).body)).toEqual(['1 Ada K.', '2 Zoe K.'])
  expect((await mother.get('/api/leaderboard/personal-best')).body).toEqual([])
  expect((await admin.get('/api/leaderboard/teams')).body).toMatchObject([{ members: 2, totalPoints: 40 }])
  expect((await admin.get('/api/leaderboard/shown')).body.entries).toHaveLength(2)
  expect((await father.get(path)).body).toMatchObject({ isOff: true, mayChange: false })
  expect((await father.put(path, { isOff: false })).status).toBe(403)
  expect((await mother.put(path, { isOff: false })).body).toMatchObject({ isOff: false })
  expect(shown((await admin.get('/api/leaderboard')).body)).toEqual(['1 Ada King', '2 Mia King', '3 Zoe King'])
  await father.put(path, { isOff: true })
  expect((await admin.put(path, { isOff: false })).body).toMatchObject({ isOff: false })
})

test('weeks and months are those of the organization’s calendar, across the turn of the year and of the clocks', async ({
  platform,
}) => {
  const zones = ['America/New_York', 'Europe/Berlin'] as const
  const made = await Promise.all(
    zones.map(async (timeZone) => {
      const organization = await platform.organization()
      const student = await organization.user('student')
      const admin = await organization.signIn('tenant_admin')
      await admin.put('/api/tenant/settings', { timeZone })
      await admin.put('/api/leaderboard/settings', { showsStudents: true })
      return { organization, student }
    }),
  )
  const [newYork, berlin] = made as [(typeof made)[0], (typeof made)[0]]
  /** Moves to a moment and answers who has points in a period. A student is called by the moment of the own points. */
  const at = async ({ organization }: (typeof made)[0], moment: string, period: string) => {
    platform.clock.forward(Math.max(0, Date.parse(moment) - platform.clock.now().getTime()))
    const by = await organization.signIn('instructor')
    const { body } = (await by.get(`/api/leaderboard?period=${period}`)) as { body: LeaderboardEntry[] }
    return body.map(({ lastName }) => lastName).toSorted()
  }
  const earn = ({ organization, student }: (typeof made)[0], moments: string[]) =>
    fill(
      platform,
      organization,
      moments.map((earnedAt, index) => ({
        name: `${index} ${earnedAt}`,
        points: 10 + index,
        earnedAt,
        ...(index === 0 && earnedAt.startsWith('2026-12-28') && { userId: student.id }),
      })),
    )
  // Monday, December 28, to Sunday, January 3.
  await earn(newYork, ['2026-12-28T04:59Z', '2026-12-28T05:00Z', '2027-01-01T04:59Z', '2027-01-01T05:00Z'])
  await earn(berlin, ['2026-12-27T22:59Z', '2026-12-27T23:00Z', '2026-12-31T22:59Z', '2026-12-31T23:00Z'])
  expect(await at(newYork, '2027-01-01T04:59:30Z', 'monthly')).toEqual([
    '2026-12-28T04:59Z',
    '2026-12-28T05:00Z',
    '2027-01-01T04:59Z',
  ])
  expect(await at(berlin, '2027-01-01T04:59:40Z', 'monthly')).toEqual(['2026-12-31T23:00Z'])
  expect(await at(newYork, '2027-01-01T05:01Z', 'monthly')).toEqual(['2027-01-01T05:00Z'])
  const week = ['2026-12-28T05:00Z', '2027-01-01T04:59Z', '2027-01-01T05:00Z']
  expect(await at(newYork, '2027-01-03T23:00Z', 'weekly')).toEqual(week)
  expect(await at(berlin, '2027-01-03T22:58Z', 'weekly')).toEqual([])
  expect(await at(newYork, '2027-01-04T04:59Z', 'weekly')).toEqual(week)
  expect(await at(newYork, '2027-01-04T05:00Z', 'weekly')).toEqual([])
  expect(await at(newYork, '2027-01-04T05:00Z', 'all-time')).toHaveLength(4)

  // New York's clocks go forward on Sunday, March 14: that week has 167 hours.
  await earn(newYork, ['2027-03-08T04:59Z', '2027-03-08T05:00Z', '2027-03-15T03:59Z', '2027-03-15T04:00Z'])
  expect(await at(newYork, '2027-03-15T03:59:30Z', 'weekly')).toEqual(['2027-03-08T05:00Z', '2027-03-15T03:59Z'])
  expect(await at(newYork, '2027-03-15T04:01Z', 'weekly')).toEqual(['2027-03-15T04:00Z'])
  // Berlin's on March 28.
  await earn(berlin, ['2027-03-21T22:59Z', '2027-03-21T23:00Z', '2027-03-28T21:59Z', '2027-03-28T22:00Z'])
  expect(await at(berlin, '2027-03-28T21:59:30Z', 'weekly')).toEqual(['2027-03-21T23:00Z', '2027-03-28T21:59Z'])
  expect(await at(berlin, '2027-03-28T22:01Z', 'weekly')).toEqual(['2027-03-28T22:00Z'])
  expect(await at(berlin, '2027-03-31T22:01Z', 'monthly')).toEqual([])
})

test('the personal best sets this week and month beside the best before', async ({ platform }) => {
  const organization = await platform.organization()
  const student = await organization.signIn('student')
  const admin = await organization.signIn('tenant_admin')
  await admin.put('/api/leaderboard/settings', { showsStudents: true, kind: 'personal-best' })
  const { id } = await addStudent(platform, organization, { userId: student.user?.id ?? '' })
  const ago = (days: number) => new Date(platform.clock.now().getTime() - days * 86_400_000)
  await platform.core.db.tenant(organization.id, systemActor, (scope) =>
    addPoints(
      scope,
      [
        { points: 5, earnedAt: ago(0) },
        { points: 40, earnedAt: ago(70) },
        { points: 30, earnedAt: ago(140) },
      ].map((given) => ({ ...given, studentId: id, source: 'given', reason: 'Helped' }) as const),
    ),
  )
  const { body } = (await student.get('/api/leaderboard/personal-best')) as { body: PersonalBest[] }
  expect(body).toEqual([
    { id, firstName: 'Ada', total: 75, week: { points: 5, best: 40 }, month: { points: 5, best: 40 } },
  ])
})
