import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildParticipant, buildStudent } from '../../../testing/factories.ts'
import { scheduleSession } from '../../../testing/sessions.ts'
import { attendances, type Attendance } from '../contract.ts'

const test = pluginTest([tenantApp], { work: true })

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

async function makeSession(platform: TestPlatform) {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const sessionId = await scheduleSession(platform, admin, { inMinutes: 0 })
  const path = `/api/sessions/${sessionId}/attendance`
  return {
    child: async () => {
      const { id: studentId } = await buildStudent(platform, organization)
      await buildParticipant(platform, organization, { sessionId, studentId })
      return studentId
    },
    /** Marks a child from a device that has seen no entries, `minutesAgo` minutes ago. */
    mark: async (studentId: string, mark: Attendance | null, minutesAgo: number | undefined, given: object = {}) => {
      const madeAt =
        minutesAgo === undefined
          ? undefined
          : new Date(platform.clock.now().getTime() - minutesAgo * MINUTE_MS).toISOString()
      const body = { marks: [{ id: randomUUID(), studentId, mark, seen: 0, madeAt, ...given }] }
      const answer = await admin.post(path, body)
      expect(answer.status).toBe(200)
      return { body, answer: (answer.body as { attendance: string; isSaved: boolean; markedAt: string }[])[0] }
    },
    send: (body: object) => admin.post(path, body),
    log: async (studentId: string) => {
      const { body } = await admin.get(path)
      return (body as { studentId: string; mark: string; markedAt: string; isOverruled: boolean }[]).filter(
        (entry) => entry.studentId === studentId,
      )
    },
    history: async () => (await admin.get(`/api/sessions/${sessionId}/history?part=attendance`)).body as object[],
  }
}

const isThere = (mark: Attendance) => mark === 'present' || mark === 'late'

test('POST /api/sessions/{id}/attendance: of two offline devices, presence wins over absence, otherwise the later record counts, in any order of arrival', async ({
  platform,
}) => {
  const { child, mark, log } = await makeSession(platform)
  for (const earlier of attendances) {
    for (const later of attendances) {
      for (const order of ['as made', 'reversed']) {
        const studentId = await child()
        const made = [
          [earlier, 3],
          [later, 2],
        ] as const
        for (const [one, minutesAgo] of order === 'reversed' ? made.toReversed() : made)
          await mark(studentId, one, minutesAgo)
        const { answer } = await mark(studentId, later, undefined)
        const expected = isThere(earlier) && !isThere(later) ? earlier : later
        const what = `${earlier}, then ${later}, ${order}`
        expect(answer?.attendance, what).toBe(expected)
        const entries = await log(studentId)
        expect(
          entries.filter(({ isOverruled }) => !isOverruled).some((entry) => entry.mark === expected),
          what,
        ).toBe(true)
        expect(new Set(entries.map((entry) => entry.mark)), what).toEqual(new Set([earlier, later]))
      }
    }
  }
})

test('POST /api/sessions/{id}/attendance: a record without a time is never the later one, and an overruled one stays so when it is repeated', async ({
  platform,
}) => {
  const { child, mark, send, log, history } = await makeSession(platform)
  const studentId = await child()
  await mark(studentId, 'present', 5)
  const { body, answer } = await mark(studentId, 'late', undefined)
  expect(answer).toMatchObject({ attendance: 'present', isSaved: false })
  expect((await send(body)).body).toMatchObject([{ attendance: 'present', isSaved: false }])
  expect(await log(studentId)).toHaveLength(2)
  expect(await history()).toEqual([
    expect.objectContaining({ kind: 'overruled', mark: 'late' }),
    expect.objectContaining({ kind: 'marked', mark: 'present' }),
  ])
})

test('POST /api/sessions/{id}/attendance: a record counts from when it was made, and an impossible time is corrected and flagged', async ({
  platform,
}) => {
  const { child, mark, log } = await makeSession(platform)
  const [late, early, future] = [await child(), await child(), await child()]
  const now = platform.clock.now().getTime()
  await mark(late, 'late', 2)
  await mark(early, 'present', (3 * DAY_MS) / MINUTE_MS)
  await mark(future, 'present', -40)
  const [one, two, three] = [(await log(late))[0], (await log(early))[0], (await log(future))[0]]
  expect(one).toMatchObject({ isTimeClipped: false, receivedAt: expect.any(String) })
  expect(now - Date.parse(one?.markedAt ?? '')).toBeGreaterThanOrEqual(MINUTE_MS)
  expect(two).toMatchObject({ isTimeClipped: true, receivedAt: expect.any(String) })
  expect(now - Date.parse(two?.markedAt ?? '')).toBeLessThan(DAY_MS)
  expect(three).toMatchObject({ isTimeClipped: true })
  expect(Date.parse(three?.markedAt ?? '')).toBeLessThanOrEqual(platform.clock.now().getTime())
})

test('POST /api/sessions/{id}/attendance: the pickup of a late record is judged anew, whether the record counts or is overruled', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const sessionId = await scheduleSession(platform, admin, { inMinutes: 0 })
  const father = await organization.user('parent', { firstName: 'Ken', lastName: 'Ortiz' })
  const { id: studentId } = await buildStudent(platform, organization, {
    guardians: [{ userId: father.id, mayCollect: false }],
  })
  await buildParticipant(platform, organization, { sessionId, studentId })
  const path = `/api/sessions/${sessionId}/attendance`
  const send = async (by: Client, minutesAgo: number, more: object) => {
    const madeAt = new Date(platform.clock.now().getTime() - minutesAgo * MINUTE_MS).toISOString()
    const mark = { id: randomUUID(), studentId, mark: 'present', seen: 0, madeAt, collectedBy: 'Ken Ortiz', ...more }
    const { body } = await by.post(path, { marks: [mark] })
    return body[0] as { isSaved: boolean; refusal: string | null }
  }
  const override = 'The court lifted the order today.'
  expect(await send(admin, 3, { override })).toMatchObject({ isSaved: true, refusal: null })
  const refusal = expect.stringContaining('Ken Ortiz may not pick up') as string
  // Made later by a device that has not seen the release: without it, the record would count.
  expect(await send(admin, 2, {})).toMatchObject({ isSaved: false, refusal })
  // Made earlier: without the refusal, the record would be overruled.
  expect(await send(admin, 4, {})).toMatchObject({ isSaved: false, refusal })
  expect(await send(admin, 1, { seen: 1 })).toMatchObject({ isSaved: true, refusal: null })
  expect((await admin.get(path)).body).toHaveLength(2)
})

test('GET /api/sessions/{id}/overruled-marks: users read their overruled records with the ones that count, until they mark the student again', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const ben = await organization.signIn('instructor')
  const sessionId = await scheduleSession(platform, admin, { inMinutes: 0 })
  const { id: studentId } = await buildStudent(platform, organization, { firstName: 'Ada', lastName: 'King' })
  await buildParticipant(platform, organization, { sessionId, studentId })
  const mark = (by: typeof ben, chosen: Attendance, seen: number) =>
    by.post(`/api/sessions/${sessionId}/attendance`, { marks: [{ id: randomUUID(), studentId, mark: chosen, seen }] })
  const overruled = async (by: typeof ben) => (await by.get(`/api/sessions/${sessionId}/overruled-marks`)).body
  await mark(admin, 'present', 0)
  expect((await mark(ben, 'absent', 0)).body).toMatchObject([{ isSaved: false, attendance: 'present' }])
  expect(await overruled(ben)).toMatchObject([{ studentName: 'Ada King', mark: 'absent', standing: 'present' }])
  expect(await overruled(admin)).toEqual([])
  // Use mine: it has seen the record that counts.
  expect((await mark(ben, 'absent', 1)).body).toMatchObject([{ isSaved: true, attendance: 'absent' }])
  expect(await overruled(ben)).toEqual([])
  expect((await mark(admin, 'present', 1)).body).toMatchObject([{ isSaved: true, attendance: 'present' }])
  expect(await overruled(ben)).toEqual([])
})

test('POST /api/sessions/{id}/attendance: a time after the day of the meeting is moved to its end and flagged, a correction of today is not', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const sessionId = await scheduleSession(platform, admin, { inMinutes: (-2 * DAY_MS) / MINUTE_MS })
  const { id: studentId } = await buildStudent(platform, organization)
  await buildParticipant(platform, organization, { sessionId, studentId })
  const now = platform.clock.now().getTime()
  const send = (mark: Attendance, seen: number, madeAt: number) =>
    admin.post(`/api/sessions/${sessionId}/attendance`, {
      marks: [{ id: randomUUID(), studentId, mark, seen, madeAt: new Date(madeAt).toISOString() }],
    })
  await send('present', 0, now - 5 * MINUTE_MS)
  await send('late', 1, now)
  const { body } = await admin.get(`/api/sessions/${sessionId}/attendance`)
  const entries = (body as { mark: string; markedAt: string; isTimeClipped: boolean }[]).map((one) => ({
    mark: one.mark,
    isTimeClipped: one.isTimeClipped,
    isOld: Date.parse(one.markedAt) < now - DAY_MS / 2,
  }))
  expect(entries).toContainEqual({ mark: 'present', isTimeClipped: true, isOld: true })
  expect(entries).toContainEqual({ mark: 'late', isTimeClipped: false, isOld: false })
})
