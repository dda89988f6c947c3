import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { create } from '#core/testing/calls.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildStudent } from '../../../testing/factories.ts'

const test = pluginTest([tenantApp])

const MINUTE = 60_000

const overdue = async (by: Client) => (await by.get('/api/attendance/overdue')).body as object[]

test('untaken attendance shows some minutes after the start, to users who may take it', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const lead = await organization.signIn('instructor')
  const other = await organization.signIn('instructor')
  const start = platform.clock.now().getTime() + MINUTE
  const { id } = await create<{ id: string }>(admin, '/api/sessions', {
    name: 'Robots',
    instructorId: lead.user?.id,
    startDate: new Date(start).toISOString(),
    endDate: new Date(start + 60 * MINUTE).toISOString(),
  })
  const [ada, ben] = [await buildStudent(platform, organization), await buildStudent(platform, organization)]
  await create(admin, `/api/sessions/${id}/participants`, { studentIds: [ada.id, ben.id] })
  platform.clock.forward(15 * MINUTE)
  expect(await overdue(admin)).toEqual([])
  platform.clock.forward(MINUTE)
  expect(await overdue(lead)).toEqual(await overdue(admin))
  expect(await overdue(lead)).toMatchObject([{ id, name: 'Robots', registered: 2, unmarked: 2 }])
  expect(await overdue(other)).toEqual([])

  const mark = (studentId: string) =>
    create(lead, `/api/sessions/${id}/attendance`, {
      marks: [{ id: randomUUID(), studentId, mark: 'present', seen: 0 }],
    })
  await mark(ada.id)
  expect(await overdue(lead)).toMatchObject([{ unmarked: 1 }])
  await mark(ben.id)
  expect(await overdue(lead)).toEqual([])
})

test('admins set the minutes within limits, and of two at once the second gets a conflict', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const path = '/api/attendance/settings'
  const { body } = await admin.get(path)
  expect(body).toEqual({
    lateMinutes: 10,
    overdueMinutes: 15,
    remindsInstructors: true,
    reminderMinutes: 30,
    tellsAbsences: true,
    countsRecordedOnly: false,
    hourBands: [15, 45, 90, 180, 270],
    absenceMinutes: 10,
    updatedAt: null,
  })
  const answers = await Promise.all(
    [20, 25].map((overdueMinutes) => admin.put(path, { overdueMinutes, updatedAt: null })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const kept = answers.find(({ status }) => status === 200)?.body
  expect((await admin.get(path)).body).toEqual(kept)
  expect(await admin.put(path, { absenceMinutes: 4 })).toMatchObject({
    status: 400,
    body: { fields: { absenceMinutes: 'At least 5' } },
  })
  const instructor = await organization.signIn('instructor')
  expect((await instructor.get(path)).body).toEqual(kept)
  expect((await instructor.put(path, { tellsAbsences: false })).status).toBe(403)
})
