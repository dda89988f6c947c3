import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import type { RecordedView } from '../../../base/ledger/contract.ts'
import { buildStudent } from '../../../testing/factories.ts'
import { MINUTE_MS, scheduleSession } from '../../../testing/sessions.ts'

const test = pluginTest([tenantApp])

test('the ledger marks a view whose right the instructor created within the day before, and guardians read it', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const parent = await organization.user('parent')
  const { id: instructorId, email } = await organization.user('instructor')
  const instructor = await organization.client().signIn(email)
  const { id: ada } = await buildStudent(platform, organization, { guardians: [parent.id] })
  const looks = async () => {
    const staff = await organization.client().signIn(email)
    expect((await staff.post(`/api/students/${ada}/health-views`, { reason: 'session' })).status).toBe(200)
    const guardian = await organization.client().signIn(parent.email)
    const views = (await guardian.get(`/api/students/${ada}/views`)).body as RecordedView[]
    return views.map((view) => view.isSelfArranged)
  }
  const own = await scheduleSession(platform, instructor, { instructorId })
  await instructor.post(`/api/sessions/${own}/participants`, { studentIds: [ada] })
  expect(await looks()).toEqual([true])
  platform.clock.forward(1441 * MINUTE_MS)
  expect(await looks()).toEqual([false, true])
  // A new view between two pages shifts no row to the next one.
  const guardian = await organization.client().signIn(parent.email)
  const [latest, earliest] = (await guardian.get(`/api/students/${ada}/views`)).body
  const first = await guardian.get(`/api/students/${ada}/views?limit=1`)
  platform.clock.forward(1441 * MINUTE_MS)
  expect(await looks()).toHaveLength(3)
  const again = await organization.client().signIn(parent.email)
  const second = await again.get(/<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '')
  expect([...first.body, ...second.body]).toEqual([latest, earliest])

  // Another instructor's session that the instructor takes over, and one that an admin assigns.
  const { id: ben } = await buildStudent(platform, organization, { firstName: 'Ben' })
  const instructorAgain = await organization.client().signIn(email)
  const staff = await organization.client().signIn(admin.user?.email ?? '')
  const opened = async (student = ben) => {
    const look = await instructorAgain.post(`/api/students/${student}/emergency-views`, { reason: 'session' })
    expect(look.status).toBe(200)
    const views = (await staff.get(`/api/students/${student}/views`)).body as RecordedView[]
    return views[0]?.isSelfArranged
  }
  const unled = await scheduleSession(platform, staff)
  await staff.post(`/api/sessions/${unled}/participants`, { studentIds: [ben] })
  await instructorAgain.put(`/api/sessions/${unled}`, { instructorId })
  expect(await opened()).toBe(true)
  // A session of which the instructor takes over a day.
  const { id: cy } = await buildStudent(platform, organization, { firstName: 'Cy' })
  const stoodIn = await scheduleSession(platform, staff, { inMinutes: 4320 })
  await staff.post(`/api/sessions/${stoodIn}/participants`, { studentIds: [cy] })
  const [day] = (await staff.get(`/api/sessions/${stoodIn}/meetings`)).body
  const taken = await instructorAgain.put(`/api/sessions/${stoodIn}/meetings/${day.id}`, { instructorId })
  expect(taken.status).toBe(200)
  expect(await opened(cy)).toBe(true)
  const given = await scheduleSession(platform, staff, { inMinutes: 2880, instructorId })
  await staff.post(`/api/sessions/${given}/participants`, { studentIds: [ben] })
  expect(await opened()).toBe(false)
})
