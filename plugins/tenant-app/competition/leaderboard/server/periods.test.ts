import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { addPoints } from '../../../base/points/server/points.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildStudent } from '../../../testing/factories.ts'
import { fill } from '../../../testing/leaderboard.ts'
import type { LeaderboardEntry, PersonalBest } from '../contract.ts'

const test = pluginTest([tenantApp])

test('weeks and months follow the organization’s calendar, across new year and clock changes', async ({ platform }) => {
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
  /** Moves the clock and lists students with points in a period. Each student is named after the time of their points. */
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
        ...(index === 0 && earnedAt.startsWith('2054-12-28') && { userId: student.id }),
      })),
    )
  // Monday, December 28, to Sunday, January 3.
  await earn(newYork, ['2054-12-28T04:59Z', '2054-12-28T05:00Z', '2055-01-01T04:59Z', '2055-01-01T05:00Z'])
  await earn(berlin, ['2054-12-27T22:59Z', '2054-12-27T23:00Z', '2054-12-31T22:59Z', '2054-12-31T23:00Z'])
  expect(await at(newYork, '2055-01-01T04:59:30Z', 'monthly')).toEqual([
    '2054-12-28T04:59Z',
    '2054-12-28T05:00Z',
    '2055-01-01T04:59Z',
  ])
  expect(await at(berlin, '2055-01-01T04:59:40Z', 'monthly')).toEqual(['2054-12-31T23:00Z'])
  expect(await at(newYork, '2055-01-01T05:01Z', 'monthly')).toEqual(['2055-01-01T05:00Z'])
  const week = ['2054-12-28T05:00Z', '2055-01-01T04:59Z', '2055-01-01T05:00Z']
  expect(await at(newYork, '2055-01-03T23:00Z', 'weekly')).toEqual(week)
  expect(await at(berlin, '2055-01-03T22:58Z', 'weekly')).toEqual([])
  expect(await at(newYork, '2055-01-04T04:59Z', 'weekly')).toEqual(week)
  expect(await at(newYork, '2055-01-04T05:00Z', 'weekly')).toEqual([])
  expect(await at(newYork, '2055-01-04T05:00Z', 'all-time')).toHaveLength(4)

  // New York's clocks go forward on Sunday, March 14: that week has 167 hours.
  await earn(newYork, ['2055-03-08T04:59Z', '2055-03-08T05:00Z', '2055-03-15T03:59Z', '2055-03-15T04:00Z'])
  expect(await at(newYork, '2055-03-15T03:59:30Z', 'weekly')).toEqual(['2055-03-08T05:00Z', '2055-03-15T03:59Z'])
  expect(await at(newYork, '2055-03-15T04:01Z', 'weekly')).toEqual(['2055-03-15T04:00Z'])
  // Berlin's on March 28.
  await earn(berlin, ['2055-03-21T22:59Z', '2055-03-21T23:00Z', '2055-03-28T21:59Z', '2055-03-28T22:00Z'])
  expect(await at(berlin, '2055-03-28T21:59:30Z', 'weekly')).toEqual(['2055-03-21T23:00Z', '2055-03-28T21:59Z'])
  expect(await at(berlin, '2055-03-28T22:01Z', 'weekly')).toEqual(['2055-03-28T22:00Z'])
  expect(await at(berlin, '2055-03-31T22:01Z', 'monthly')).toEqual([])
})

test('the personal best compares this week and month with the best earlier ones', async ({ platform }) => {
  const organization = await platform.organization()
  const student = await organization.signIn('student')
  const admin = await organization.signIn('tenant_admin')
  await admin.put('/api/leaderboard/settings', { showsStudents: true, kind: 'personal-best' })
  const { id } = await buildStudent(platform, organization, { userId: student.user?.id ?? '' })
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
