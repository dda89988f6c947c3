import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { addPoints } from '../../../base/points/server/points.ts'
import { tenantApp } from '../../../plugin.ts'
import { createGroupOf } from '../../../testing/groups.ts'
import { buildChallenge, buildParticipant, buildScore, buildSession } from '../../../testing/factories.ts'
import { fill } from '../../../testing/leaderboard.ts'
import type { LeaderboardEntry, Team } from '../contract.ts'

const test = pluginTest([tenantApp])

const shown = (body: LeaderboardEntry[]) =>
  body.map(({ rank, firstName, lastName }) => `${rank} ${firstName} ${lastName}`)

test('ties share a rank, sorted by name; search, grade and pages keep ranks; numbers count the rows that they open', async ({
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
  const ago = (seconds: number) => new Date(platform.clock.now().getTime() - seconds * 1000).toISOString()
  const DAY = 86_400
  const { id: today } = await buildSession(platform, organization, { startDate: ago(3600) })
  const { id: old } = await buildSession(platform, organization, { startDate: ago(40 * DAY + 3600) })
  for (const [sessionId, name, attendance] of [
    [today, 'Alan', 'late'],
    [today, 'Ada', 'absent'],
    [old, 'Ada', 'present'],
    [old, 'Alan', 'present'],
  ] as const) {
    await buildParticipant(platform, organization, { sessionId, studentId: ids[name], attendance })
  }
  const { id: challengeId } = await buildChallenge(platform, organization)
  for (const [name, score, days] of [
    ['Mary', 10, 6],
    ['Ada', 20, 8],
  ] as const) {
    const reached = { challengeId, score, maxScore: 30, completedAt: ago(days * DAY + 1) }
    await buildScore(platform, organization, { studentId: ids[name], ...reached })
  }

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

  const why = await admin.get(`/api/students/${ids['Ada']}/points`)
  expect(why.body).toMatchObject([{ points: 70, reason: 'Helped', state: 'standing', sessionName: null }])
  const stranger = await (await platform.organization()).signIn('tenant_admin')
  expect((await stranger.get('/api/leaderboard')).body).toEqual([])
})

test('families see the board that the organization chose, with short names and no other ids; staff see everyone', async ({
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
  // A search does not find a hidden name, except for one's own.
  expect(await firsts(parent, '?search=smith')).toBe('F')
  expect((await parent.get('/api/leaderboard/figures?search=smith')).body).toMatchObject({ totalStudents: 1 })

  await choose({ kind: 'first-ten' })
  expect(await firsts(student)).toBe('ABCDEFGHIJ')
  expect(await firsts(student, '?grade=4')).toBe('ACEGI')
  await choose({ kind: 'neighbours' })
  expect(await firsts(parent)).toBe('CDEFGHI')
  expect(await firsts(student)).toBe('JKLMN')
  expect((await student.get('/api/leaderboard/figures')).body).toMatchObject({ totalStudents: 5, topScore: 91 })
  expect((await student.get('/api/leaderboard?show=top')).body).toMatchObject([{ rank: 10, isOwn: false }])
  // A grade filters the visible rows and adds none.
  expect(await firsts(parent, '?grade=5')).toBe('DFH')
  expect((await parent.get('/api/leaderboard?grade=5&limit=1')).body).toMatchObject([{ rank: 4, totalPoints: 97 }])
  expect((await parent.get('/api/leaderboard/figures?grade=5')).body).toMatchObject({ totalStudents: 3, topScore: 97 })
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
  const startDate = platform.clock.now().toISOString()
  const { id: sessionId } = await buildSession(platform, organization, { name: 'Robotics', startDate })
  for (const name of ['Ann', 'Bnn', 'Fnn']) {
    await buildParticipant(platform, organization, { sessionId, studentId: ids[name] })
  }
  await platform.core.db.tenant(organization.id, systemActor, (scope) => {
    const given = { source: 'session', sourceId: sessionId, sessionId, reason: 'Robotics' } as const
    return addPoints(scope, [{ ...given, studentId: ids['Ann'] ?? '', points: 7 }])
  })
  await choose({ teamBy: 'session' })
  expect((await parent.get('/api/leaderboard/teams?period=weekly')).body).toEqual([
    { rank: 1, name: 'Robotics', members: 3, totalPoints: 7, pointsPerMember: 2.3, isOwn: true },
  ])
  // A group counts what its members earned since they joined.
  await createGroupOf(admin, [ids['Bnn'] ?? '', ids['Fnn'] ?? ''], { name: 'Cabin 3' })
  await createGroupOf(admin, [ids['Ann'] ?? ''], { name: 'Of one alone' })
  await platform.core.db.tenant(organization.id, systemActor, (scope) => {
    const given = { source: 'session', sourceId: sessionId, sessionId, reason: 'Cabins' } as const
    return addPoints(scope, [{ ...given, studentId: ids['Bnn'] ?? '', points: 4 }])
  })
  await choose({ teamBy: 'group' })
  expect((await parent.get('/api/leaderboard/teams?period=weekly')).body).toMatchObject([
    { rank: 1, name: 'Cabin 3', members: 2, isOwn: true },
  ])
  await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('groupMembers').update({ untilDate: trx.raw('from_date - 1'), fromDate: trx.raw('from_date - 2') }),
  )
  expect((await parent.get('/api/leaderboard/teams')).body).toEqual([])
  for (const staff of [admin, instructor]) {
    expect(await firsts(staff)).toBe(letters.join(''))
    expect((await staff.get('/api/leaderboard?limit=1')).body).toMatchObject([{ id: ids['Ann'], lastName: 'Smith' }])
  }
  expect((await instructor.get('/api/leaderboard/settings')).status).toBe(403)
  expect((await parent.get(`/api/students/${ids['Ann']}/points`)).status).toBe(404)
  expect((await organization.client().get('/api/leaderboard')).status).toBe(401)
})

test('a hidden child leaves no gap; another guardian cannot show it again, and a restricted one does not learn of it', async ({
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
  const staff = await organization.client().signIn((await platform.superAdmin()).user?.email ?? '')
  expect((await staff.put(path, { isOff: true })).body).toMatchObject({ isOff: true, mayChange: true })
  expect((await mother.get(path)).body).toMatchObject({ isOff: true, mayChange: false })
  expect((await mother.put(path, { isOff: false })).status).toBe(403)
  expect((await staff.put(path, { isOff: false })).body).toMatchObject({ isOff: false })
})

test('a guardian who may not see a child does not find it among all students either, and is refused without another child', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const [father, alone] = [await organization.signIn('parent'), await organization.signIn('parent')]
  const [fatherId = '', aloneId = ''] = [father, alone].map(({ user }) => user?.id)
  await fill(platform, organization, [
    { name: 'Ada King', points: 30, grade: '4', guardians: [fatherId, aloneId] },
    { name: 'Bea King', points: 20, grade: '4', guardians: [fatherId] },
    { name: 'Zoe King', points: 10, grade: '4' },
  ])
  await admin.put('/api/leaderboard/settings', { showsParents: true })
  const link = (parentId: string, rights: object) =>
    platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
      trx('parentStudents')
        .where({ parentId })
        .whereIn('studentId', trx('students').select('id').where({ firstName: 'Ada' }))
        .update(rights),
    )
  for (const rights of [{ isRestricted: true }, { isRestricted: false, maySee: false }]) {
    await link(fatherId, rights)
    await link(aloneId, rights)
    for (const kind of ['everyone', 'first-ten', 'neighbours']) {
      await admin.put('/api/leaderboard/settings', { kind })
      for (const query of ['', 'period=weekly', 'grade=4'])
        expect(shown((await father.get(`/api/leaderboard?${query}`)).body), `${kind} ${query}`).toEqual([
          '2 Bea King',
          '3 Zoe K.',
        ])
      expect((await father.get('/api/leaderboard?search=ada')).body).toEqual([])
      expect(shown((await father.get('/api/leaderboard?show=top')).body)).toEqual(['2 Bea King'])
      expect((await father.get('/api/leaderboard/figures')).body).toMatchObject({ totalStudents: 2, topScore: 20 })
    }
    for (const path of ['', '/figures', '/teams', '/personal-best'])
      expect((await alone.get(`/api/leaderboard${path}`)).status, path).toBe(403)
    expect((await alone.get('/api/leaderboard/view')).body).toMatchObject({ isShown: false })
  }
  expect((await father.get('/api/leaderboard/view')).body).toMatchObject({ isShown: true })
})
