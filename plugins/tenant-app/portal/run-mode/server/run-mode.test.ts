import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import type { TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildGuardian, buildParticipant, buildStudent } from '../../../testing/factories.ts'
import { scheduleSession } from '../../../testing/sessions.ts'

const test = pluginTest([tenantApp])

async function makeRunning(platform: TestPlatform) {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const sessionId = await scheduleSession(platform, admin, { inMinutes: 0 })
  const ids: string[] = []
  for (const firstName of ['Ada', 'Ben']) {
    const { id: studentId } = await buildStudent(platform, organization, { firstName })
    await buildParticipant(platform, organization, { sessionId, studentId })
    ids.push(studentId)
  }
  const [ada = '', ben = ''] = ids
  const meetings = (await admin.get(`/api/sessions/${sessionId}/meetings`)).body as { id: string }[]
  const give = (awards: { id: string; studentId: string; points: number }[], by = admin) =>
    by.post(`/api/sessions/${sessionId}/points`, { awards })
  const totalOf = async (studentId: string) =>
    (await admin.get(`/api/students/${studentId}`)).body.totalPoints as number
  return { organization, admin, sessionId, ada, ben, meetingId: meetings[0]?.id ?? '', give, totalOf }
}

test('POST /api/sessions/{id}/points: adds to several students at once, and an entry that is sent again counts once', async ({
  platform,
}) => {
  const { ada, ben, give, totalOf } = await makeRunning(platform)
  const group = [ada, ben].map((studentId) => ({ id: randomUUID(), studentId, points: 5 }))
  expect((await give(group)).body).toMatchObject(group.map(({ id }) => ({ id, isSaved: true, pointsEarned: 5 })))
  const more = { id: randomUUID(), studentId: ada, points: 3 }
  const again = await Promise.all([give([...group, more]), give([...group, more])])
  for (const { body } of again) expect(body.map((one: { pointsEarned: number }) => one.pointsEarned)).toEqual([8, 5, 8])
  expect([await totalOf(ada), await totalOf(ben)]).toEqual([8, 5])
  const twice = { id: randomUUID(), studentId: ben, points: 1 }
  expect((await give([twice, twice])).body).toMatchObject([{ pointsEarned: 6 }, { pointsEarned: 6 }])
  const taken = await give([{ id: randomUUID(), studentId: ben, points: -9 }])
  expect(taken.body).toMatchObject([{ pointsEarned: 0, isSaved: true }])
  expect([await totalOf(ada), await totalOf(ben)]).toEqual([8, 0])
})

test('POST /api/sessions/{id}/points: a student who was removed gets none, and another instructor gives none', async ({
  platform,
}) => {
  const { organization, admin, sessionId, ada, ben, give } = await makeRunning(platform)
  await admin.delete(`/api/sessions/${sessionId}/participants/${ben}`)
  const { body } = await give([ada, ben].map((studentId) => ({ id: randomUUID(), studentId, points: 2 })))
  expect(body).toMatchObject([
    { studentId: ada, isSaved: true, pointsEarned: 2 },
    { studentId: ben, isSaved: false },
  ])
  const { id: instructorId } = await organization.user('instructor')
  const other = await organization.signIn('instructor')
  await admin.put(`/api/sessions/${sessionId}`, { instructorId })
  expect((await give([{ id: randomUUID(), studentId: ada, points: 2 }], other)).status).toBe(403)
})

test('PUT /api/sessions/{id}/meetings/{meetingId}/summary: families of registered students read it once it is shared, and then it stays', async ({
  platform,
}) => {
  const { organization, admin, sessionId, ada, ben, meetingId } = await makeRunning(platform)
  const { id: userId, email } = await organization.user('parent')
  for (const studentId of [ada, ben]) await buildGuardian(platform, organization, { studentId, userId })
  await admin.delete(`/api/sessions/${sessionId}/participants/${ben}`)
  const parent = await organization.client().signIn(email)
  const deeds = async () =>
    ((await parent.get('/api/children/overviews')).body as { studentId: string; deeds: object[] }[]).flatMap(
      ({ studentId, deeds: own }) => own.map((deed) => ({ ...deed, studentId })),
    )
  const path = `/api/sessions/${sessionId}/meetings/${meetingId}/summary`
  const draft = await admin.put(path, { text: 'We built bridges.', updatedAt: null })
  expect(draft.body).toMatchObject({ sharedAt: null, text: 'We built bridges.' })
  expect(await deeds()).toEqual([])
  expect((await admin.put(path, { text: 'Mine', updatedAt: null })).status).toBe(409)
  const shared = await admin.put(path, {
    text: 'We built bridges that hold.',
    isShared: true,
    updatedAt: draft.body.updatedAt,
  })
  expect(shared.body).toMatchObject({ sharedAt: expect.any(String) })
  expect(await deeds()).toMatchObject([
    { studentId: ada, kind: 'summary', name: 'Robots', feedback: 'We built bridges that hold.' },
  ])
  const restricted = await organization.user('parent')
  await buildGuardian(platform, organization, { studentId: ada, userId: restricted.id, isRestricted: true })
  const other = await organization.client().signIn(restricted.email)
  expect((await other.get('/api/children/overviews')).body).toEqual([])
  expect((await admin.put(path, { text: 'Later' })).status).toBe(409)
  expect((await admin.get(`/api/sessions/${sessionId}/summaries`)).body).toMatchObject([{ meetingId }])
  expect((await parent.get(`/api/sessions/${sessionId}/summaries`)).status).toBe(403)
})
