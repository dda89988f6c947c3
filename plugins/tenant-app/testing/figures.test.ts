import { expect } from 'vitest'
import type { TenantScope } from '#core/server/core.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import type { FigureRow } from '../contract.ts'
import { addPoints } from '../base/points/server/points.ts'
import { tenantApp } from '../plugin.ts'
import { buildChallenge, buildParticipant, buildScore, buildSession, buildStudent } from './factories.ts'

const test = pluginTest([tenantApp])

const DAY = 86_400_000

/** Endpoints of numbers, with those of their rows; `{id}` is a student's. */
const figures: Record<string, Record<string, string>> = {
  '/api/tenant/dashboard/stats': {
    totalSessions: '/api/tenant/dashboard/stats/sessions',
    activeChallenges: '/api/tenant/dashboard/stats/challenges',
    totalStudents: '/api/tenant/dashboard/stats/students',
    avgScore: '/api/tenant/dashboard/stats/scores',
  },
  '/api/tenant/stats': {
    totalStudents: '/api/tenant/dashboard/stats/students',
    activeSessions: '/api/tenant/stats/active-sessions',
    completedChallenges: '/api/tenant/stats/completed-challenges',
    upcomingSessions: '/api/tenant/stats/upcoming-sessions',
  },
  '/api/children/overviews?child={id}': {
    overallProgress: '/api/children/{id}/figures/scores',
    sessionsAttended: '/api/children/{id}/figures/attended',
    challengesCompleted: '/api/children/{id}/figures/challenges',
    totalPoints: '/api/students/{id}/points',
  },
  '/api/students/figures': {
    totalStudents: '/api/students?limit=1000',
    activeStudents: '/api/students?status=active&limit=1000',
    gradeLevels: '/api/students/grades',
    familyAccounts: '/api/students/figures/family-accounts',
  },
  '/api/projects/figures': {
    totalProjects: '/api/projects?limit=1000',
    activeProjects: '/api/projects?activity=active&limit=1000',
    categories: '/api/projects/categories',
    beginnerFriendly: '/api/projects?difficulty=beginner&limit=1000',
  },
  '/api/leaderboard/figures': {
    totalStudents: '/api/leaderboard?limit=1000',
    topScore: '/api/leaderboard?show=top&limit=1000',
    averageScore: '/api/leaderboard?offset=0&limit=1000',
    activeThisWeek: '/api/leaderboard?show=active&limit=1000',
  },
  '/api/students/{id}/progress': {
    sessionsAttended: '/api/students/{id}/attendance?kind=attended',
    sessionsMissed: '/api/students/{id}/attendance?kind=missed',
    scores: '/api/students/{id}/scores',
    averageScore: '/api/students/{id}/scores',
    totalPoints: '/api/students/{id}/points',
  },
}

/** Means of rows, and sums; all other numbers count rows. */
const measures: Record<string, (rows: never[]) => number> = {
  avgScore: mean,
  averageScore: mean,
  overallProgress: mean,
  totalPoints: sum,
  'topScore of /api/leaderboard/figures': (rows: Ranked[]) => rows[0]?.totalPoints ?? 0,
  'averageScore of /api/leaderboard/figures': (rows: Ranked[]) =>
    Math.round(rows.reduce((total, { totalPoints }) => total + totalPoints, 0) / rows.length),
}

type Ranked = { totalPoints: number }

type Score = Pick<FigureRow, 'amount' | 'most'> & { score?: number; maxScore?: number }

const shareOf = ({ amount, most, score, maxScore }: Score) => (100 * (amount ?? score ?? 0)) / (most ?? maxScore ?? 1)

/** Mean as rounded on a card; 0 without rows. */
function mean(rows: Score[]): number {
  return rows.length === 0 ? 0 : Math.round(rows.reduce((total, row) => total + shareOf(row), 0) / rows.length)
}

function sum(rows: { points: number }[]): number {
  return rows.reduce((total, { points }) => total + points, 0)
}

/**
 * Creates three children of two families, one of them inactive, with sessions and scores of this month and long ago, of this
 * week and later, and clients of all roles.
 */
async function makeWorld(platform: TestPlatform, organization: TestOrganization) {
  const [parent, restricted] = [await organization.signIn('parent'), await organization.signIn('parent')]
  const student = await organization.signIn('student')
  const now = platform.clock.now().getTime()
  const at = (days: number) => new Date(now + days * DAY).toISOString()
  const guardian = parent.user?.id ?? ''
  const { id: ada } = await buildStudent(platform, organization, {
    grade: '5',
    userId: student.user?.id,
    guardians: [guardian, { userId: restricted.user?.id ?? '', isRestricted: true }],
  })
  const { id: ben } = await buildStudent(platform, organization, { firstName: 'Ben', grade: '6' })
  const cleo = { firstName: 'Cleo', grade: '5', isActive: false, guardians: [guardian] }
  const { id: old } = await buildStudent(platform, organization, cleo)
  const sessions = [
    { startDate: at(-0.01), status: 'in-progress', marks: ['present', 'absent'] },
    { startDate: at(0.01), status: 'scheduled' },
    { startDate: at(60), status: 'scheduled' },
    { startDate: at(-90), status: 'completed', marks: ['late', 'excused'] },
    { startDate: at(0.5), status: 'cancelled' },
  ] as const
  for (const [index, { startDate, status, ...session }] of sessions.entries()) {
    const { id: sessionId } = await buildSession(platform, organization, { startDate, status })
    const [ofAda, ofBen] = 'marks' in session ? session.marks : []
    await buildParticipant(platform, organization, { sessionId, studentId: ada, attendance: ofAda })
    await buildParticipant(platform, organization, { sessionId, studentId: ben, attendance: ofBen })
    const challenge = { title: `Maze ${index}`, sessionId, isActive: index !== 3 }
    const { id: challengeId } = await buildChallenge(platform, organization, challenge)
    const score = { challengeId, maxScore: 30, completedAt: at(-index * 40) }
    await buildScore(platform, organization, { ...score, studentId: ada, score: 7 + index })
    await buildScore(platform, organization, { ...score, studentId: ben, score: 20 + index })
  }
  await buildChallenge(platform, organization, { title: 'Of no session' })
  await platform.core.db.tenant(organization.id, systemActor, async (scope) => {
    const given = { source: 'given', reason: 'Helped to tidy up' } as const
    await addPoints(scope, [
      { ...given, studentId: ada, points: 12 },
      { ...given, studentId: ada, points: -5 },
      { ...given, studentId: ben, points: 40 },
    ])
  })
  const callers: Record<string, Client> = {
    tenant_admin: await organization.signIn('tenant_admin'),
    instructor: await organization.signIn('instructor'),
    parent,
    'restricted parent': restricted,
    'another parent': await organization.signIn('parent'),
    student,
    'super admin': await organization.client().signIn((await platform.superAdmin()).user?.email ?? ''),
  }
  for (const project of [
    { category: 'Science', difficultyLevel: 'beginner' },
    { category: 'Space' },
    { isActive: false },
  ]) {
    await callers['tenant_admin']?.post('/api/projects', { title: 'Kites', ...project })
  }
  return { callers, ids: { ada, ben, old } }
}

const everything = [
  '/api/tenant/dashboard/stats',
  '/api/tenant/stats',
  '/api/students/figures',
  '/api/students/{id}/progress',
  '/api/projects/figures',
  '/api/leaderboard/figures',
]
const own = '/api/children/overviews?child={id}'

/** Endpoints whose numbers each role gets, for a child of one family and one of another. */
const table: Record<string, [ofAda: string[], ofBen: string[]]> = {
  tenant_admin: [everything, everything],
  instructor: [everything, everything],
  parent: [['/api/tenant/dashboard/stats', own], ['/api/tenant/dashboard/stats']],
  'restricted parent': [['/api/tenant/dashboard/stats'], ['/api/tenant/dashboard/stats']],
  'another parent': [['/api/tenant/dashboard/stats'], ['/api/tenant/dashboard/stats']],
  student: [[own], []],
  'super admin': [
    [...everything, own],
    [...everything, own],
  ],
}

/** Reads the numbers at a URL; undefined where they are refused or have no subject. */
async function figuresAt(client: Client, path: string): Promise<Record<string, number> | undefined> {
  const { status, body } = await client.get(path)
  if (status !== 200) return undefined
  return Array.isArray(body) ? body[0]?.figures : body
}

interface Asked {
  /** Path of the number and URL of its rows. */
  path: string
  address: string
  figure: string
}

/** Describes an error in a number's rows; undefined without one. */
async function wrongIn(client: Client, { path, address, figure }: Asked, value: number | undefined) {
  const { status, body, headers } = await client.get(address)
  if (value === undefined) {
    // Every parent may read the dashboard's rows, which cover their own children.
    const isRefused = status === 403 || status === 404 || address.startsWith('/api/tenant/dashboard')
    return isRefused ? undefined : `answers ${status} although there is no figure`
  }
  if (status !== 200) return `answers ${status}`
  const measure = measures[`${figure} of ${path}`] ?? measures[figure]
  const expected = measure ? measure(body as never[]) : body.length
  const total = Number(headers['x-total-count'] ?? body.length)
  return expected === value && total === body.length
    ? undefined
    : `${value} is ${expected} of ${total} in ${body.length} rows`
}

test('every number on a card equals the count, mean or sum of the rows that it opens, for each role; roles without a number get no rows', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const { callers, ids } = await makeWorld(platform, organization)
  const wrong: string[] = []
  let compared = 0
  for (const [caller, client] of Object.entries(callers)) {
    for (const [index, studentId] of [ids.ada, ids.ben].entries()) {
      const answered: string[] = []
      const at = (address: string) => address.replace('{id}', studentId)
      const pages = await Promise.all(
        Object.entries(figures).map(async ([path, rowsOf]) => ({
          path,
          rowsOf,
          found: await figuresAt(client, at(path)),
        })),
      )
      // Two numbers share the rows of a student's points, and each role has one of the two.
      const explained = new Set(pages.flatMap(({ found, rowsOf }) => (found ? Object.values(rowsOf) : [])))
      for (const { path, rowsOf, found } of pages) {
        if (found) answered.push(path)
        for (const [figure, address] of Object.entries(rowsOf)) {
          if (!found && explained.has(address)) continue
          const fault = await wrongIn(client, { path, address: at(address), figure }, found?.[figure])
          if (fault) wrong.push(`${caller}, ${figure} of ${path}: ${fault}`)
          if (found?.[figure]) compared += 1
        }
      }
      const expected = (table[caller]?.[index] ?? []).toSorted()
      expect({ caller, answered: answered.toSorted() }).toEqual({ caller, answered: expected })
    }
  }
  expect(wrong).toEqual([])
  expect(compared).toBeGreaterThan(80)
})

test('rows of a number are paged and describe themselves', async ({ platform }) => {
  const organization = await platform.organization()
  const { callers, ids } = await makeWorld(platform, organization)
  const page = await callers['tenant_admin']?.get('/api/tenant/dashboard/stats/scores?limit=3&offset=3')
  expect(page?.body).toHaveLength(3)
  expect(page?.headers['x-total-count']).toBe('10')
  expect(page?.headers['link']).toContain('offset=6')
  const own = await callers['parent']?.get('/api/tenant/dashboard/stats/scores?limit=1')
  expect(own?.body).toMatchObject([
    { name: 'Ada King', about: 'Maze 0', amount: 7, most: 30, studentId: ids.ada, sessionId: null },
  ])
})

test('the average on a start page follows scores that are corrected, removed or deleted with their challenge', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const { callers, ids } = await makeWorld(platform, organization)
  const [admin, parent] = [callers['tenant_admin'], callers['parent']]
  if (!admin || !parent) throw new Error('No one looks')
  const stats = '/api/tenant/dashboard/stats'
  const changes: ((scope: TenantScope) => Promise<unknown>)[] = [
    async ({ trx }) => trx('scores').where({ studentId: ids.ada }).update({ score: 3, maxScore: 7 }),
    async ({ trx }) => trx('scores').where({ studentId: ids.ada, score: 3 }).update({ studentId: ids.old }),
    async ({ trx }) => trx('challenges').where({ title: 'Maze 1' }).delete(),
    async ({ trx }) => trx('scores').where({ studentId: ids.old }).delete(),
    async ({ trx }) => trx('students').where({ id: ids.ben }).delete(),
  ]
  for (const change of changes) {
    await platform.core.db.tenant(organization.id, systemActor, change)
    for (const client of [admin, parent]) {
      const { avgScore } = (await client.get(stats)).body
      expect(avgScore).toBe(mean((await client.get(`${stats}/scores`)).body))
    }
  }
  const kept = await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('students').whereNot({ scored: 0 }).orWhereNot({ scorePercent: 0 }),
  )
  expect(kept).toEqual([])
})
