import { expect } from 'vitest'
import { z } from 'zod'
import { systemActor } from '#core/server/identity/actor.ts'
import { statement } from '#core/server/database/statement.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildSession } from '../../../testing/factories.ts'
import type { Session } from '../contract.ts'
import { sessionStates, sessionStatuses, stateAt, type SessionState, type TimedSession } from '../state-contract.ts'
import { completeEndedSessions } from './complete-sessions.ts'
import { isInProgress, stateOf } from './state.ts'

const test = pluginTest([audit, tenantApp], { work: true })

const MINUTE = 60_000
const DAY = 1440 * MINUTE

const selectStates = statement(
  z.object({ state: z.string(), isInProgress: z.boolean() }),
  `select ${stateOf('s')} as state, ${isInProgress('s')} as "isInProgress"
    from rows from (jsonb_to_recordset($sessions::jsonb) as (status text, start_date timestamptz, end_date timestamptz, has_own_days boolean))
      with ordinality as s (status, start_date, end_date, has_own_days, place) order by s.place`,
)

/** Lists every status with every start and end around an instant, including the instant itself. */
function sessionsAround(now: number): TimedSession[] {
  const distances = [-31 * DAY, -DAY, -1, 0, 1, DAY, 31 * DAY]
  return sessionStatuses.flatMap((status) =>
    distances.flatMap((start) =>
      distances
        .filter((end) => end > start && end - start <= 31 * DAY)
        .map((end) => ({
          status,
          startDate: new Date(now + start).toISOString(),
          endDate: new Date(now + end).toISOString(),
        })),
    ),
  )
}

test('SQL and TypeScript give each session the same state at every instant', async ({ platform }) => {
  const now = platform.clock.now().getTime()
  const sessions = sessionsAround(now)
  const columns = sessions.map(({ status, startDate, endDate }) => ({
    status,
    start_date: startDate,
    end_date: endDate,
    has_own_days: false,
  }))
  const found = await platform.core.db.platform(systemActor, (scope) =>
    scope.rows(selectStates, { sessions: JSON.stringify(columns), now: new Date(now) }),
  )
  const expected = sessions.map((session) => {
    const state = stateAt(session, now)
    return { state, isInProgress: state === 'in-progress' }
  })
  expect(found).toEqual(expected)
  expect(new Set(found.map(({ state }) => state))).toEqual(new Set(sessionStates))
})

const around = (platform: TestPlatform, from: number, to: number) => ({
  startDate: new Date(platform.clock.now().getTime() + from).toISOString(),
  endDate: new Date(platform.clock.now().getTime() + to).toISOString(),
})

async function sessionInEachState(platform: TestPlatform, organization: TestOrganization): Promise<void> {
  const running = around(platform, -30 * MINUTE, 30 * MINUTE)
  const over = around(platform, -90 * MINUTE, -30 * MINUTE)
  const build = (name: string, given: object) => buildSession(platform, organization, { name, ...given })
  await build('To come', around(platform, DAY, DAY + MINUTE))
  await build('Begun by the clock', running)
  await build('Started early', { ...around(platform, 30 * MINUTE, 60 * MINUTE), status: 'in-progress' })
  await build('Forgotten', over)
  await build('Started, never completed', { ...over, status: 'in-progress' })
  await build('Completed early', { ...running, status: 'completed' })
  await build('Canceled', { ...running, status: 'cancelled' })
}

test('GET /api/sessions and Active Sessions follow the clock', async ({ platform }) => {
  const organization = await platform.organization()
  await sessionInEachState(platform, organization)
  const admin = await organization.signIn('tenant_admin')
  const names: Record<SessionState, string[]> = {
    scheduled: ['To come'],
    'in-progress': ['Begun by the clock', 'Started early'],
    ended: ['Forgotten', 'Started, never completed'],
    completed: ['Completed early'],
    cancelled: ['Canceled'],
  }
  for (const [state, expected] of Object.entries(names)) {
    for (const path of ['/api/sessions', '/api/calendar']) {
      const span = path.endsWith('calendar') ? `&from=${around(platform, -DAY, 0).startDate}` : ''
      const { body } = await admin.get(`${path}?status=${state}${span}`)
      expect((body as Session[]).map(({ name }) => name).toSorted()).toEqual(expected)
    }
    const { body } = await admin.get(`/api/sessions?status=${state}`)
    expect((body as Session[]).map((session) => session.state)).toEqual(expected.map(() => state))
  }
  expect((await admin.get('/api/tenant/stats')).body).toMatchObject({ activeSessions: 2 })
  const { body: rows } = await admin.get('/api/tenant/stats/active-sessions')
  expect((rows as Session[]).map(({ name }) => name).toSorted()).toEqual(names['in-progress'])
})

async function idOf(by: Client, name: string): Promise<string> {
  const { body } = await by.get(`/api/sessions?search=${encodeURIComponent(name)}`)
  return (body as Session[])[0]?.id ?? ''
}

test('PUT /api/sessions completes a session that has started or ended by the clock, and refuses a future one', async ({
  platform,
}) => {
  const organization = await platform.organization()
  await sessionInEachState(platform, organization)
  const admin = await organization.signIn('tenant_admin')
  const move = async (name: string, status: string) =>
    (await admin.put(`/api/sessions/${await idOf(admin, name)}`, { status })).status
  expect(await move('To come', 'completed')).toBe(409)
  expect(await move('Begun by the clock', 'in-progress')).toBe(200)
  expect(await move('Begun by the clock', 'completed')).toBe(200)
  expect(await move('Forgotten', 'in-progress')).toBe(409)
  expect(await move('Forgotten', 'completed')).toBe(200)
  expect(await move('Completed early', 'cancelled')).toBe(409)
})

test('a session is completed a day after its end by the organization’s calendar, once', async ({ platform }) => {
  // New York's clocks go forward on Sunday, March 14, 2094: from 4 PM to 4 PM are 23 hours.
  const saturday = '2094-03-13T21:00:00.000Z'
  platform.clock.forward(Date.parse('2094-03-14T19:58:00Z') - platform.clock.now().getTime())
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  await admin.put('/api/tenant/settings', { timeZone: 'America/New_York' })
  const given = { name: 'Robots', startDate: '2094-03-13T19:00:00.000Z', endDate: saturday }
  const { id } = await buildSession(platform, organization, given)
  const canceled = await buildSession(platform, organization, { ...given, name: 'Rained off', status: 'cancelled' })
  const run = () => completeEndedSessions.perform(platform.core, organization.id, {})
  const statusOf = async (sessionId: string) => (await admin.get(`/api/sessions/${sessionId}`)).body.status

  await run()
  expect(await statusOf(id)).toBe('scheduled')
  platform.clock.forward(2 * MINUTE)
  await Promise.all([run(), run()])
  expect(await statusOf(id)).toBe('completed')
  expect(await statusOf(canceled.id)).toBe('cancelled')
  const { body: activity } = await admin.get('/api/tenant/activity')
  expect(activity).toMatchObject([{ summary: 'Robots was completed', actorName: null }])
})
