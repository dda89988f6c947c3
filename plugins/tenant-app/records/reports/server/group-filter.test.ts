import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { createGroupOf } from '../../../testing/groups.ts'
import { reportWorld } from '../../../testing/reports.ts'

const test = pluginTest([tenantApp])

test('GET /api/reports/attendance counts a student in the group of the day: leaving, returning, another season', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const { admin, ids } = await reportWorld(platform, organization)
  // In the zone of the organization.
  const day = (days: number) =>
    new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone: 'America/New_York' }).format(
      platform.clock.now().getTime() - days * 86_400_000,
    )
  const spring = await createGroupOf(admin, [], { name: 'Falcons', season: 'Spring' })
  const fall = await createGroupOf(admin, [], { name: 'Falcons', season: 'Fall' })
  const join = (group: string, from: string) =>
    admin.post(`/api/groups/${group}/members`, { studentIds: [ids.ada], from })
  const leave = (group: string, until: string) => admin.post(`/api/groups/${group}/members/${ids.ada}/leave`, { until })
  const sessionsOf = async (group: string) =>
    (await admin.get(`/api/reports/attendance?by=session&groupId=${group}`)).body.map(
      ({ name }: { name: string }) => name,
    )
  await join(spring.id, day(40))
  await leave(spring.id, day(10))
  await join(fall.id, day(10))
  await admin.post(`/api/groups/${spring.id}/archive`)
  expect(await sessionsOf(spring.id)).toEqual(['Rockets'])
  expect(await sessionsOf(fall.id)).toEqual(['Robots'])
  await leave(fall.id, day(8))
  expect(await sessionsOf(fall.id)).toEqual([])
  await join(fall.id, day(4))
  expect(await sessionsOf(fall.id)).toEqual(['Robots'])
})
