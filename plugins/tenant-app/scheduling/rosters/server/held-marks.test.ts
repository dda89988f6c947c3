import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { makeLeftMarks } from '../../../testing/roster-calls.ts'

const test = pluginTest([tenantApp])

test('attendance left on a device by a deactivated account is held once, and an admin applies or discards each record', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { sessionId, meetingId, makerId, marks } = await makeLeftMarks({ platform, organization, admin })
  const instructor = await organization.signIn('instructor')
  const hold = (by: typeof admin, maker = makerId) =>
    by.post('/api/held-marks', { makerId: maker, sessionId, meetingId, marks })
  const held = async () => (await admin.get('/api/held-marks')).body as { id: string }[]
  const active = await organization.user('instructor')
  expect((await hold(instructor, active.id)).status).toBe(409)
  expect((await (await organization.signIn('parent')).post('/api/held-marks', {})).status).toBe(403)
  expect((await hold(instructor)).status).toBe(204)
  expect((await Promise.all([hold(instructor), hold(admin)])).map(({ status }) => status)).toEqual([204, 204])
  expect(await held()).toMatchObject([
    {
      id: marks[0]?.id,
      makerName: 'Mara Lind',
      mark: 'present',
      note: 'Came by bus',
      sentBy: `${instructor.user?.firstName} ${instructor.user?.lastName}`,
    },
  ])
  expect((await instructor.get('/api/held-marks')).status).toBe(403)
  const roster = async () => (await admin.get(`/api/sessions/${sessionId}/participants`)).body as object[]
  expect(await roster()).toMatchObject([{ attendance: null }])
  const decide = (decision: string) => admin.post(`/api/held-marks/${marks[0]?.id}/decision`, { decision })
  expect((await decide('applied')).status).toBe(204)
  expect(await roster()).toMatchObject([{ attendance: 'present', note: 'Made by Mara Lind. Came by bus' }])
  expect(await held()).toEqual([])
  expect((await decide('discarded')).status).toBe(404)
  // The log has it by now.
  expect((await hold(instructor)).status).toBe(204)
  expect(await held()).toEqual([])
})

test('an applied record replaces the present one, and a discarded one changes nothing', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { sessionId, meetingId, makerId, marks, studentId } = await makeLeftMarks({ platform, organization, admin })
  const absent = { id: crypto.randomUUID(), studentId, mark: 'absent', seen: 0 }
  await admin.post(`/api/sessions/${sessionId}/attendance`, { marks: [absent] })
  const [one, two] = [marks[0], { ...marks[0], id: crypto.randomUUID(), mark: 'excused' }]
  for (const mark of [one, two]) {
    await admin.post('/api/held-marks', { makerId, sessionId, meetingId, marks: [mark] })
  }
  const decide = (id: string | undefined, decision: string) =>
    admin.post(`/api/held-marks/${id}/decision`, { decision })
  const mark = async () =>
    ((await admin.get(`/api/sessions/${sessionId}/participants`)).body as { attendance: string }[])[0]?.attendance
  expect((await decide(two?.id, 'discarded')).status).toBe(204)
  expect(await mark()).toBe('absent')
  expect((await decide(one?.id, 'applied')).status).toBe(204)
  expect(await mark()).toBe('present')
})
