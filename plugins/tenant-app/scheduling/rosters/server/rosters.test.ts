import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildGuardian, buildStudents } from '../../../testing/factories.ts'
import { scheduleSession } from '../../../testing/sessions.ts'
import type { Attendance, Participant } from '../contract.ts'

const test = pluginTest([tenantApp], { work: true })

const HOUR = 3_600_000

async function rosterOf(by: Client, sessionId: string): Promise<Participant[]> {
  const { status, body } = await by.get(`/api/sessions/${sessionId}/participants`)
  expect(status).toBe(200)
  return body as Participant[]
}

const register = (by: Client, sessionId: string, studentIds: string[]) =>
  by.post(`/api/sessions/${sessionId}/participants`, { studentIds })

const ids = (participants: readonly Participant[], status: Participant['status']) =>
  participants.filter((participant) => participant.status === status).map(({ studentId }) => studentId)

const marking = (studentId: string, mark: Attendance | null, seen = 0, given: object = {}) => ({
  id: randomUUID(),
  studentId,
  mark,
  seen,
  ...given,
})

const mark = (by: Client, sessionId: string, ...marks: object[]) =>
  by.post(`/api/sessions/${sessionId}/attendance`, { marks })

test('two thousand concurrent requests fill three hundred places, and the rest are waitlisted in order of arrival', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const sessionId = await scheduleSession(platform, admin, { maxParticipants: 300 })
  const students = await buildStudents(platform, organization, 2000)
  const groups = Array.from({ length: 200 }, (_, index) => students.slice(index * 10, index * 10 + 10))
  const next = groups[Symbol.iterator]()
  const answers: { registered: number; waitlisted: number }[] = []
  const clerk = async () => {
    for (const group of next) {
      let { status, body } = await register(admin, sessionId, group)
      // A busy machine refuses some requests with 503, which registered no one and are repeated.
      while (status === 503) ({ status, body } = await register(admin, sessionId, group))
      expect(status).toBe(200)
      answers.push(body as (typeof answers)[number])
    }
  }
  await Promise.all(Array.from({ length: 50 }, clerk))
  const sum = (name: 'registered' | 'waitlisted') => answers.reduce((total, answer) => total + answer[name], 0)
  expect({ registered: sum('registered'), waitlisted: sum('waitlisted') }).toEqual({
    registered: 300,
    waitlisted: 1700,
  })
  const first = await rosterOf(admin, sessionId)
  expect(ids(first, 'registered')).toHaveLength(300)
  const waiting = ids(first, 'waitlisted')
  expect(first.slice(300).map(({ waitingPosition }) => waitingPosition)).toEqual(waiting.map((_, index) => index + 1))
  // Students of one request keep their order.
  const place = new Map(waiting.map((id, index) => [id, index]))
  for (const group of groups) {
    const places = group.flatMap((id) => place.get(id) ?? [])
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  }
})

test('every freed place goes to the first on the waitlist, whose guardians are notified once', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const sessionId = await scheduleSession(platform, admin, { maxParticipants: 2 })
  const [a, b, c, d, e] = (await buildStudents(platform, organization, 5)) as [string, string, string, string, string]
  const guardian = await organization.user('parent')
  const [restricted, silent] = [await organization.user('parent'), await organization.user('parent')]
  for (const studentId of [c, d]) {
    await buildGuardian(platform, organization, { studentId, userId: guardian.id })
    await buildGuardian(platform, organization, { studentId, userId: restricted.id, isRestricted: true })
    await buildGuardian(platform, organization, { studentId, userId: silent.id, mayBeTold: false })
  }
  expect((await register(admin, sessionId, [a, b, c, d, e])).body).toEqual({ registered: 2, waitlisted: 3 })
  expect((await register(admin, sessionId, [e, a])).body).toEqual({ registered: 0, waitlisted: 0 })

  expect((await admin.delete(`/api/sessions/${sessionId}/participants/${a}`)).status).toBe(204)
  expect(ids(await rosterOf(admin, sessionId), 'registered').toSorted()).toEqual([b, c].toSorted())
  expect((await admin.put(`/api/sessions/${sessionId}`, { maxParticipants: 3 })).status).toBe(200)
  const roster = await rosterOf(admin, sessionId)
  expect(ids(roster, 'registered').toSorted()).toEqual([b, c, d].toSorted())
  expect(roster.at(-1)).toMatchObject({ studentId: e, status: 'waitlisted', waitingPosition: 1 })
  // A student who returns is last on the waitlist.
  expect((await register(admin, sessionId, [a])).body).toEqual({ registered: 0, waitlisted: 1 })
  expect(ids(await rosterOf(admin, sessionId), 'waitlisted')).toEqual([e, a])

  const emailsTo = (recipient: string) =>
    platform.core.db.platform(systemActor, async ({ trx }) =>
      trx('mail_messages').where({ recipient }).pluck<string[]>('subject'),
    )
  const places = ['Student has a spot in Robots', 'Student has a spot in Robots']
  await expect.poll(() => emailsTo(guardian.email)).toEqual(places)
  expect([await emailsTo(restricted.email), await emailsTo(silent.email)]).toEqual([[], []])
})

test('a session that is over, canceled or full is reported, and unknown students are refused', async ({ platform }) => {
  const [organization, other] = [await platform.organization(), await platform.organization()]
  const admin = await organization.signIn('tenant_admin')
  const sessionId = await scheduleSession(platform, admin)
  const [mine] = (await buildStudents(platform, organization, 1)) as [string]
  const [theirs] = (await buildStudents(platform, other, 1)) as [string]
  const refused = { status: 400, body: { fields: { studentIds: expect.stringContaining('no active student') } } }
  expect(await register(admin, sessionId, [mine, theirs])).toMatchObject(refused)
  await platform.core.db.tenant(organization.id, systemActor, async ({ trx }) =>
    trx('students').where({ id: mine }).update({ isActive: false }),
  )
  expect(await register(admin, sessionId, [mine])).toMatchObject(refused)
  expect((await admin.get(`/api/sessions/${sessionId}/candidates`)).body).toEqual([])
  expect((await admin.put(`/api/sessions/${sessionId}`, { status: 'cancelled' })).status).toBe(200)
  expect(await register(admin, sessionId, [mine])).toMatchObject({
    status: 409,
    body: { fields: { studentIds: 'This session is cancelled' } },
  })
})

test('once a session has begun, students at the door get free places before the waitlist', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const sessionId = await scheduleSession(platform, admin, { inMinutes: 0, maxParticipants: 2 })
  const [a, b, c, d] = (await buildStudents(platform, organization, 4)) as [string, string, string, string]
  expect((await register(admin, sessionId, [a, b, c, d])).body).toEqual({ registered: 2, waitlisted: 2 })
  await admin.delete(`/api/sessions/${sessionId}/participants/${a}`)
  const places = async () => ids(await rosterOf(admin, sessionId), 'registered').toSorted()
  expect(await places()).toEqual([b])
  const { body } = await admin.get(`/api/sessions/${sessionId}/candidates`)
  expect((body as { studentId: string }[]).map(({ studentId }) => studentId)).toEqual([a, c, d])
  expect((await register(admin, sessionId, [d])).body).toEqual({ registered: 1, waitlisted: 0 })
  expect(await places()).toEqual([b, d].toSorted())
  expect((await register(admin, sessionId, [c])).body).toEqual({ registered: 0, waitlisted: 1 })
  expect((await rosterOf(admin, sessionId)).at(-1)).toMatchObject({ studentId: c, waitingPosition: 1 })
  const answer = await mark(admin, sessionId, marking(b, 'present'), marking(c, 'present'))
  expect(answer.body).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ studentId: b, isSaved: true, attendance: 'present' }),
      expect.objectContaining({ studentId: c, isSaved: false, status: 'waitlisted' }),
    ]),
  )
})

test('the picker lists students who can be registered, with their overlapping sessions', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const [bridges, robots] = [
    await scheduleSession(platform, admin, { name: 'Bridges' }),
    await scheduleSession(platform, admin),
  ]
  const [a, b] = (await buildStudents(platform, organization, 2)) as [string, string]
  await register(admin, bridges, [b])
  expect((await admin.get(`/api/sessions/${robots}/candidates`)).body).toMatchObject([
    { studentId: a, clash: null },
    { studentId: b, clash: 'Bridges' },
  ])
  expect((await admin.get(`/api/sessions/${robots}/candidates?search=0001`)).body).toMatchObject([{ studentId: b }])
})

test('of two users who mark a student at once the second sees the first’s record, and a repeated one counts once', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const sessionId = await scheduleSession(platform, admin, { inMinutes: 0 })
  const [a] = (await buildStudents(platform, organization, 1)) as [string]
  await register(admin, sessionId, [a])
  const [present, late] = [marking(a, 'present'), marking(a, 'late')]
  const answers = await Promise.all([mark(admin, sessionId, present), mark(admin, sessionId, late)])
  const results = answers.map(({ body }) => (body as { isSaved: boolean; attendance: Attendance }[])[0])
  const saved = results.find((result) => result?.isSaved)
  const missed = results.find((result) => !result?.isSaved)
  expect(saved).toBeDefined()
  expect(missed).toMatchObject({ isSaved: false, attendance: saved?.attendance, attendanceNumber: 1 })

  const again = saved?.attendance === 'present' ? present : late
  expect((await mark(admin, sessionId, again)).body).toMatchObject([{ isSaved: true, attendanceNumber: 1 }])
  const arrivedAt = platform.clock.now().toISOString()
  const correction = marking(a, 'late', 1, { note: 'Bus', arrivedAt })
  expect((await mark(admin, sessionId, correction)).body).toMatchObject([
    { isSaved: true, attendance: 'late', attendanceNumber: 2, note: 'Bus', arrivedAt },
  ])
  expect((await mark(admin, sessionId, marking(a, null, 2))).body).toMatchObject([{ attendance: null }])
  const { body: log } = await admin.get(`/api/sessions/${sessionId}/attendance`)
  const counted = (log as { mark: string; isOverruled: boolean }[]).filter(({ isOverruled }) => !isOverruled)
  expect(counted.map((entry) => entry.mark)).toEqual([null, 'late', saved?.attendance])
  for (const change of [`update attendance_marks set mark = 'present'`, 'delete from attendance_marks']) {
    const changed = platform.core.db.tenant(organization.id, systemActor, ({ trx }) => trx.raw(change))
    await expect(changed).rejects.toThrow('permission denied')
  }
})

test('no student is marked present before the day of the session, in its organization’s zone', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const sessionId = await scheduleSession(platform, admin)
  const [a] = (await buildStudents(platform, organization, 1)) as [string]
  await register(admin, sessionId, [a])
  expect(await mark(admin, sessionId, marking(a, 'present'))).toMatchObject({ status: 409 })
  expect(await mark(admin, sessionId, marking(a, 'excused'))).toMatchObject({ status: 200 })
  platform.clock.forward(48 * HOUR)
  const later = await organization.signIn('tenant_admin')
  expect(await mark(later, sessionId, marking(a, 'present', 1))).toMatchObject({ status: 200 })
})

test('only a session’s instructor and admins enter its attendance and points', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id: instructorId, email } = await organization.user('instructor')
  const own = await organization.signIn('instructor')
  const lead = await organization.client().signIn(email)
  const sessionId = await scheduleSession(platform, admin, { instructorId, inMinutes: 0 })
  const [a] = (await buildStudents(platform, organization, 1)) as [string]
  const points = `/api/sessions/${sessionId}/participants/${a}`
  expect((await register(own, sessionId, [a])).status).toBe(200)
  expect((await mark(own, sessionId, marking(a, 'present'))).status).toBe(403)
  expect((await own.put(points, { pointsEarned: 5 })).status).toBe(403)
  expect((await mark(lead, sessionId, marking(a, 'present'))).status).toBe(200)
  const given = await lead.put(points, { pointsEarned: 5, feedback: 'Well built' })
  expect(given).toMatchObject({ status: 200, body: { pointsEarned: 5, feedback: 'Well built' } })
  const { updatedAt } = given.body as Participant
  expect((await admin.put(points, { pointsEarned: 8, updatedAt })).status).toBe(200)
  expect(await lead.put(points, { pointsEarned: 9, updatedAt })).toMatchObject({ status: 409 })
  const [student] = await platform.core.db.tenant(organization.id, systemActor, async ({ trx }) =>
    trx('students').where({ id: a }).select('totalPoints'),
  )
  expect(student).toEqual({ totalPoints: 8 })
  const staff = await organization.client().signIn((await platform.superAdmin()).user?.email ?? '')
  expect(await mark(staff, sessionId, marking(a, 'late', 1))).toMatchObject({
    status: 200,
    body: [{ isSaved: true, attendance: 'late' }],
  })
  for (const role of ['parent', 'student'] as const) {
    const viewer = await organization.signIn(role)
    expect((await viewer.get(`/api/sessions/${sessionId}/participants`)).status).toBe(403)
    expect((await mark(viewer, sessionId, marking(a, 'present', 2))).status).toBe(403)
  }
})

test('an instructor cannot take over another’s session, and only its instructor and admins change it while it runs', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id: instructorId, email } = await organization.user('instructor')
  const lead = await organization.client().signIn(email)
  const other = await organization.signIn('instructor')
  const me = other.user?.id ?? ''
  const sessionId = await scheduleSession(platform, admin, { instructorId, inMinutes: 0 })
  const path = `/api/sessions/${sessionId}` as const
  const [a, b] = (await buildStudents(platform, organization, 2)) as [string, string]
  for (const to of [me, null]) {
    expect(await other.put(path, { instructorId: to })).toMatchObject({
      status: 403,
      body: { message: expect.stringMatching(/^Only the instructor who leads this session/) },
    })
  }
  expect((await other.put(path, { location: 'Lab', instructorId })).status).toBe(200)
  expect((await register(other, sessionId, [a])).status).toBe(200)
  expect((await lead.put(path, { status: 'in-progress' })).status).toBe(200)
  for (const change of [{ location: 'Hall' }, { status: 'completed' }, { instructorId: me }]) {
    expect((await other.put(path, change)).status).toBe(403)
  }
  expect((await register(other, sessionId, [b])).status).toBe(403)
  expect((await other.delete(`${path}/participants/${a}`)).status).toBe(403)
  expect((await register(lead, sessionId, [b])).status).toBe(200)
  expect((await lead.delete(`${path}/participants/${a}`)).status).toBe(204)
  expect((await admin.put(path, { instructorId: me })).status).toBe(200)
  expect((await lead.put(path, { location: 'Hall' })).status).toBe(403)
  const unled = await scheduleSession(platform, other, { inMinutes: 180 })
  expect((await other.put(`/api/sessions/${unled}`, { instructorId: me })).status).toBe(200)
})
