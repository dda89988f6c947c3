import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildSession, buildStudent } from '../../../testing/factories.ts'
import type { TenantTrends } from '../contract.ts'

const test = pluginTest([tenantApp])

const DAY = 86_400_000

test('an organization’s trends tell what came in 30 days and what happened beside the 30 before, of its own alone', async ({
  platform,
}) => {
  const [organization, other] = [await platform.organization(), await platform.organization()]
  const ago = (days: number) => new Date(platform.clock.now().getTime() - days * DAY).toISOString()
  for (const days of [90, 10.5, 0.5]) await buildStudent(platform, organization, { createdAt: ago(days) })
  for (const days of [45, 3.5, 3.2, -5]) await buildSession(platform, organization, { startDate: ago(days) })
  await buildSession(platform, organization, { startDate: ago(4), status: 'cancelled' })
  const admin = await organization.signIn('tenant_admin')
  const trends = (await admin.get('/api/tenant/dashboard/trends')).body as TenantTrends
  expect(trends.students).toHaveLength(30)
  expect([trends.students[0], trends.students[20], trends.students.at(-1)]).toEqual([1, 2, 3])
  expect(trends.sessions.before).toBe(1)
  expect(trends.sessions.days.filter((count) => count > 0)).toEqual([2])
  expect(trends.scores).toEqual({ days: trends.sessions.days.map(() => 0), before: 0 })
  const elsewhere = await other.signIn('tenant_admin')
  expect((await elsewhere.get('/api/tenant/dashboard/trends')).body.students.at(-1)).toBe(0)
  const instructor = await organization.signIn('instructor')
  expect((await instructor.get('/api/tenant/dashboard/trends')).status).toBe(403)
})
