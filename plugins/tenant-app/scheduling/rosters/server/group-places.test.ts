import { describe, expect } from 'vitest'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildStudents } from '../../../testing/factories.ts'
import { createGroupOf } from '../../../testing/groups.ts'
import { scheduleSession } from '../../../testing/sessions.ts'
import type { Participant } from '../contract.ts'

const test = pluginTest([tenantApp])

async function makeTwoGroups(platform: TestPlatform) {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const studentIds = await buildStudents(platform, organization, 3)
  const [one = '', two = '', three = ''] = studentIds
  const falcons = await createGroupOf(admin, [one, two], { name: 'Falcons' })
  const hawks = await createGroupOf(admin, [two, three], { name: 'Hawks' })
  const sessionId = await scheduleSession(platform, admin)
  const register = (groupId: string, given: object = {}) =>
    admin.post(`/api/sessions/${sessionId}/participants`, { groupId, ...given })
  return { organization, admin, one, two, three, falcons, hawks, sessionId, register }
}

const registeredIn = async (client: Client, sessionId: string) =>
  ((await client.get(`/api/sessions/${sessionId}/participants`)).body as Participant[]).map(
    ({ studentId }) => studentId,
  )

const endPlaces = (client: Client, groupId: string, studentId: string) =>
  client.delete(`/api/groups/${groupId}/sessions/members/${studentId}`)

describe('POST /api/sessions/{id}/participants with a group', () => {
  test('registers all active members, and a place of two groups stays when one is left', async ({ platform }) => {
    const { admin, one, two, three, falcons, hawks, sessionId, register } = await makeTwoGroups(platform)
    expect((await register(falcons.id)).body).toMatchObject({ registered: 2, waitlisted: 0 })
    expect((await register(hawks.id)).body).toMatchObject({ registered: 1, waitlisted: 0 })
    expect((await admin.get(`/api/groups/${falcons.id}/sessions`)).body).toEqual({ count: 1 })
    const held = async (studentId: string) =>
      (await admin.get(`/api/groups/${falcons.id}/sessions?studentId=${studentId}`)).body.count as number
    expect([await held(one), await held(two)]).toEqual([1, 0])

    expect((await endPlaces(admin, falcons.id, two)).body).toEqual({ sessions: 0 })
    expect(await registeredIn(admin, sessionId)).toEqual([one, two, three])
    // Only the second group is a reason now.
    expect((await endPlaces(admin, hawks.id, two)).body).toEqual({ sessions: 1 })
    expect((await endPlaces(admin, falcons.id, one)).body).toEqual({ sessions: 1 })
    expect(await registeredIn(admin, sessionId)).toEqual([three])
  })

  test('a student who was registered alone before or after keeps the place', async ({ platform }) => {
    const { admin, one, two, falcons, sessionId, register } = await makeTwoGroups(platform)
    const alone = (studentId: string) =>
      admin.post(`/api/sessions/${sessionId}/participants`, { studentIds: [studentId] })
    await alone(one)
    await register(falcons.id)
    await alone(two)
    for (const studentId of [one, two]) {
      expect((await endPlaces(admin, falcons.id, studentId)).body).toEqual({ sessions: 0 })
    }
    expect(await registeredIn(admin, sessionId)).toEqual([one, two])
    // A place that was removed starts without the earlier reasons.
    await admin.delete(`/api/sessions/${sessionId}/participants/${two}`)
    await register(falcons.id)
    expect((await endPlaces(admin, falcons.id, two)).body).toEqual({ sessions: 1 })
  })

  test('leaving a group without ending its places keeps them', async ({ platform }) => {
    const { admin, one, two, falcons, sessionId, register } = await makeTwoGroups(platform)
    await register(falcons.id)
    expect((await admin.post(`/api/groups/${falcons.id}/members/${one}/leave`, {})).status).toBe(204)
    expect(await registeredIn(admin, sessionId)).toEqual([one, two])
  })

  test('a student who joins later gets a place in each upcoming session of the group', async ({ platform }) => {
    const { admin, three, falcons, register, sessionId } = await makeTwoGroups(platform)
    const over = await scheduleSession(platform, admin, { inMinutes: -180 })
    await register(falcons.id)
    const give = () => admin.post(`/api/groups/${falcons.id}/sessions/members`, { studentIds: [three] })
    expect(await give()).toMatchObject({ status: 400, body: { fields: { studentIds: expect.any(String) } } })
    await admin.post(`/api/groups/${falcons.id}/members`, { studentIds: [three] })
    expect((await give()).body).toEqual({ sessions: 1, registered: 1, waitlisted: 0 })
    expect(await registeredIn(admin, sessionId)).toContain(three)
    expect(await registeredIn(admin, over)).toEqual([])
  })

  test('an instructor registers a group that they staff, and does not find others', async ({ platform }) => {
    const { organization, admin, falcons, hawks, sessionId } = await makeTwoGroups(platform)
    const instructor = await organization.signIn('instructor')
    await admin.put(`/api/groups/${falcons.id}/staff`, { userIds: [instructor.user?.id] })
    const register = (groupId: string) => instructor.post(`/api/sessions/${sessionId}/participants`, { groupId })
    expect((await register(falcons.id)).body).toMatchObject({ registered: 2 })
    expect((await register(hawks.id)).status).toBe(404)
    const candidates = (groupId: string) => instructor.get(`/api/sessions/${sessionId}/candidates?groupId=${groupId}`)
    expect((await candidates(falcons.id)).body).toEqual([])
    expect((await candidates(hawks.id)).status).toBe(404)
  })
})

describe('PUT /api/sessions/{id}/series that adds sessions', () => {
  test('registers groups of the whole series, except one that was registered for one session', async ({ platform }) => {
    const { admin, one, two, falcons, hawks } = await makeTwoGroups(platform)
    const dates = { startDate: '2094-01-05T15:00:00Z', endDate: '2094-01-05T16:00:00Z' }
    const rule = (lastDay: string) => ({ days: ['TU'], lastDay })
    await admin.post('/api/series', { name: 'Chess', ...dates, repeat: rule('2094-01-12') })
    const list = async () =>
      ((await admin.get('/api/sessions?search=Chess&when=upcoming')).body as { id: string }[]).map(({ id }) => id)
    const [first = '', second = ''] = await list()
    await admin.post(`/api/sessions/${first}/participants`, { groupId: falcons.id, isForSeries: true })
    await admin.post(`/api/sessions/${second}/participants`, { groupId: hawks.id })
    const longer = { scope: 'all', repeat: rule('2094-01-26') }
    expect(await admin.put(`/api/sessions/${first}/series`, longer)).toMatchObject({ status: 200 })
    const [, , third = '', fourth = ''] = await list()
    for (const added of [third, fourth]) expect(await registeredIn(admin, added)).toEqual([one, two])
    // The group is the reason.
    expect((await endPlaces(admin, falcons.id, one)).body).toEqual({ sessions: 4 })
  })
})
