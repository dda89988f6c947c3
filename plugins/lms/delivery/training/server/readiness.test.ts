import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { create } from '#core/testing/calls.ts'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { lms } from '../../../plugin.ts'
import { listCertificates, createCertified, completeCourse } from '../../../testing/completing.ts'
import { publishCourse } from '../../../testing/courses.ts'

/** Hundreds of requests of several users. */
const TIMEOUT_MS = 60_000

const test = pluginTest([tenantApp, lms])

const HOUR_MS = 3_600_000
const free = { isHidden: false, requiredFor: null, requiredUntil: null, projectIds: [] }

const setRule = (admin: Client, id: string, body: object) =>
  admin.put(`/api/tenant/courses/${id}/rule`, { ...free, ...body })

const complete = ({ core }: TestPlatform, client: Client, courseId: string) =>
  core.db.platform(systemActor, async ({ trx }) => {
    const completedAt = core.clock.now().toISOString()
    await trx('lms_enrollments').where({ userId: client.user?.id, courseId }).update({ progress: 100, completedAt })
  })

const newTimes = ({ clock }: TestPlatform, inHours: number) => {
  const start = clock.now().getTime() + inHours * HOUR_MS
  return { startDate: new Date(start).toISOString(), endDate: new Date(start + HOUR_MS).toISOString() }
}

test(
  'a project’s courses are required of instructors while they lead its sessions, who are ready once they completed them',
  async ({ platform }) => {
    const organization = await platform.organization()
    const admin = await organization.signIn('tenant_admin')
    const [ada, bo] = [await organization.signIn('instructor'), await organization.signIn('instructor')]
    const { id: projectId } = await create<{ id: string }>(admin, '/api/projects', { title: 'Bridges' })
    expect((await admin.get('/api/tenant/training-projects')).body).toContainEqual({ id: projectId, title: 'Bridges' })
    const { id } = await publishCourse(admin, { title: 'Leading the bridges project' })
    const students = await publishCourse(admin, { title: 'For students', audience: 'students' })
    expect((await setRule(admin, students.id, { requiredFor: 'instructors' })).body.fields).toHaveProperty(
      'requiredFor',
    )
    expect((await setRule(admin, students.id, { projectIds: [projectId] })).body.fields).toHaveProperty('projectIds')
    const asked = { projectIds: [projectId], requiredUntil: '2020-05-01' }
    expect((await setRule(admin, id, asked)).body).toEqual({ ...free, ...asked })
    expect((await setRule(admin, id, { before: free })).status).toBe(409)

    const required = async (client: Client) =>
      (await client.get(`/api/tenant/courses/${id}`)).body.isRequired as boolean
    const progress = async (client: Client) =>
      (await admin.get(`/api/tenant/instructor-training-progress/${client.user?.id}`)).body
    const plan = (instructor: Client, inHours: number, more: object = {}) =>
      admin.post('/api/sessions', {
        name: 'Bridges',
        projectId,
        instructorId: instructor.user?.id,
        ...newTimes(platform, inHours),
        ...more,
      })
    expect([await required(ada), await required(bo)]).toEqual([false, false])
    const planned = await plan(ada, 24)
    expect(planned.status).toBe(201)
    expect([await required(ada), await required(bo)]).toEqual([true, false])
    expect(await progress(ada)).toMatchObject({ totalCourses: 1, overdueCourses: 1, courses: [{ isRequired: true }] })
    expect(await progress(bo)).toMatchObject({ totalCourses: 0 })

    const ready = async (query: string, client = ada) =>
      (await client.get(`/api/tenant/readiness?projectId=${projectId}${query}`)).body
    expect(await ready(`&instructorId=${ada.user?.id}`)).toEqual({
      isRule: false,
      unready: [
        {
          instructorId: ada.user?.id,
          instructorName: 'Ada Lovelace',
          courses: [
            {
              courseId: id,
              courseTitle: 'Leading the bridges project',
              status: 'not-started',
              progress: 0,
              isExpired: false,
              isRevoked: false,
            },
          ],
        },
      ],
    })
    // All instructors who can lead are checked; only admins see what colleagues lack.
    expect((await ready('')).unready).toHaveLength(3)
    expect((await ready('', bo)).unready).toContainEqual({
      instructorId: ada.user?.id,
      instructorName: 'Ada Lovelace',
      courses: [],
    })
    expect((await ready('', admin)).unready).toEqual(
      Array(3).fill(expect.objectContaining({ courses: [expect.objectContaining({ courseId: id })] })),
    )
    expect((await bo.get('/api/tenant/readiness')).body).toEqual({ isRule: false, unready: [] })

    const settings = (await admin.put('/api/tenant/training-settings', { isReadinessRule: true })).body
    expect(settings).toMatchObject({ isReadinessRule: true, sendsReminders: true, sendsDigest: true })
    expect((await admin.put('/api/tenant/training-settings', { isReadinessRule: false, updatedAt: null })).status).toBe(
      409,
    )
    const before = (await admin.get('/api/sessions')).body.length
    const refused = await plan(bo, 48)
    expect([refused.status, refused.body.fields]).toEqual([
      409,
      { instructorId: 'Ada Lovelace has to complete “Leading the bridges project” first' },
    ])
    const series = {
      name: 'Bridges',
      projectId,
      startDate: '2094-01-05T21:00:00Z',
      endDate: '2094-01-05T22:30:00Z',
      repeat: { days: ['TU'], count: 3 },
    }
    const refusedSeries = await admin.post('/api/series', { ...series, instructorId: bo.user?.id })
    expect(refusedSeries.body.fields).toEqual(refused.body.fields)
    expect((await admin.get('/api/sessions')).body).toHaveLength(before)
    // A past session is a record, and becomes a plan by being moved; a session that a closed day skips may come back.
    const noted = await plan(bo, -48)
    expect(noted.status).toBe(201)
    const moved = await admin.put(`/api/sessions/${noted.body.id}`, newTimes(platform, 48))
    expect([moved.status, moved.body.fields]).toEqual([409, refused.body.fields])
    const day = '2094-01-05'
    await create(admin, '/api/holidays', { name: 'Closed', firstDay: day, lastDay: day })
    const skipped = await admin.post('/api/series', {
      ...series,
      repeat: { days: ['TU'], count: 1 },
      instructorId: null,
    })
    expect(skipped.status).toBe(201)
    const { id: closed } = (await admin.get('/api/sessions?search=Bridges')).body.find(
      ({ isSkipped }: { isSkipped: boolean }) => isSkipped,
    )
    expect((await admin.put(`/api/sessions/${closed}`, { instructorId: bo.user?.id })).status).toBe(409)
    // Earlier plans stay, and other fields can be changed; other instructors can take over once they are ready.
    const session = `/api/sessions/${planned.body.id}`
    expect((await admin.put(session, { name: 'Bridges again' })).status).toBe(200)
    expect((await admin.put(session, { instructorId: bo.user?.id })).status).toBe(409)
    await bo.post(`/api/tenant/courses/${id}/enroll`)
    await complete(platform, bo, id)
    expect((await admin.put(session, { instructorId: bo.user?.id })).status).toBe(200)
    expect([await required(ada), await required(bo)]).toEqual([false, true])
    expect(await progress(bo)).toMatchObject({ totalCourses: 1, completedCourses: 1, overdueCourses: 0 })
    expect((await plan(ada, 96, { projectId: null })).status).toBe(201)

    const other = await (await platform.organization()).signIn('instructor')
    expect((await other.get(`/api/tenant/readiness?projectId=${projectId}`)).body.unready).toEqual([])
    platform.clock.forward(26 * HOUR_MS)
    const again = await organization.client().signIn(bo.user?.email ?? '')
    expect(await required(again)).toBe(false)
  },
  TIMEOUT_MS,
)

test(
  'leads are known for older sessions, for those removed from a series, and for several planned at once',
  async ({ platform }) => {
    const organization = await platform.organization()
    const admin = await organization.signIn('tenant_admin')
    const ada = await organization.signIn('instructor')
    const { id: projectId } = await create<{ id: string }>(admin, '/api/projects', { title: 'Kites' })
    await create(admin, '/api/series', {
      name: 'Kites',
      projectId,
      instructorId: ada.user?.id,
      startDate: '2094-01-05T21:00:00Z',
      endDate: '2094-01-05T22:30:00Z',
      repeat: { days: ['TU'], count: 3 },
    })
    const leads = () =>
      platform.core.db.platform(systemActor, ({ trx }) =>
        trx('lms_project_leads').where({ tenantId: organization.id }).select('user_id', 'leads_until'),
      )
    const until = async () => (await leads()).map((row) => new Date(row.leadsUntil).toISOString())
    // Simulates sessions that are older than the table.
    await platform.core.db.platform(systemActor, async ({ trx }) => {
      await trx('lms_project_leads').where({ tenantId: organization.id }).delete()
    })
    const { id } = await publishCourse(admin, { title: 'Flying kites' })
    expect((await setRule(admin, id, { projectIds: [projectId] })).status).toBe(200)
    expect(await until()).toEqual(['2094-01-19T22:30:00.000Z'])
    const shorter = { scope: 'all', repeat: { days: ['TU'], count: 1 } }
    const first = ((await admin.get('/api/sessions')).body as { id: string }[]).at(-1)
    const changed = await admin.put(`/api/sessions/${first?.id}/series`, shorter)
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    expect(await until()).toEqual(['2094-01-05T22:30:00.000Z'])

    const others = await Promise.all([1, 2, 3].map(() => organization.user('instructor')))
    const plan = ({ id: instructorId }: { id: string }) =>
      admin.post('/api/sessions', { name: 'Kites', projectId, instructorId, ...newTimes(platform, 24) })
    const answers = await Promise.all(others.map(plan))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(await leads()).toHaveLength(4)
  },
  TIMEOUT_MS,
)

test(
  'an instructor with a certificate is ready and not overdue until it expires, also while they repeat the course',
  async ({ platform }) => {
    const { admin, learner, course } = await createCertified(platform, { certificateMonths: 3 })
    const { id: projectId } = await create<{ id: string }>(admin, '/api/projects', { title: 'First aid' })
    await setRule(admin, course.id, {
      requiredFor: 'instructors',
      requiredUntil: '2020-05-01',
      projectIds: [projectId],
    })
    const later = async (days: number) => {
      platform.clock.forward(days * 24 * HOUR_MS)
      for (const client of [admin, learner]) await client.signIn(client.user?.email ?? '')
    }
    const readProgress = async () => {
      const query = `projectId=${projectId}&instructorId=${learner.user?.id}`
      const { unready } = (await admin.get(`/api/tenant/readiness?${query}`)).body
      const { certificatesEarned, overdueCourses, expiringCourses } = (
        await admin.get(`/api/tenant/instructor-training-progress/${learner.user?.id}`)
      ).body
      const { certificates, expiring, overdue } = (await admin.get('/api/tenant/instructor-training-progress/figures'))
        .body
      expect([certificates, expiring, overdue]).toEqual([certificatesEarned, expiringCourses, overdueCourses])
      return { unready, certificatesEarned, overdueCourses, expiringCourses }
    }
    const held = { unready: [], certificatesEarned: 1, overdueCourses: 0, expiringCourses: 0 }
    await later(0)
    expect(await readProgress()).toEqual(held)
    await later(60)
    expect(await readProgress()).toEqual({ ...held, expiringCourses: 1 })
    expect((await learner.post(`/api/tenant/courses/${course.id}/renew`)).status).toBe(200)
    expect(await readProgress()).toEqual({ ...held, expiringCourses: 1 })
    await later(40)
    expect(await readProgress()).toMatchObject({
      unready: [{ instructorId: learner.user?.id, courses: [{ status: 'in-progress', isExpired: true }] }],
      certificatesEarned: 0,
      overdueCourses: 1,
      expiringCourses: 1,
    })
    await completeCourse(platform, learner, course)
    expect(await readProgress()).toEqual(held)
    const [renewed] = (await listCertificates(learner, course.id)).certificates
    const revoked = await admin.post(`/api/tenant/certificates/${renewed?.id}/revoke`, { reason: 'issued-in-error' })
    expect(revoked.status).toBe(200)
    expect(await readProgress()).toMatchObject({
      unready: [{ courses: [{ status: 'completed', isExpired: false, isRevoked: true }] }],
      certificatesEarned: 0,
    })
    expect((await admin.post(`/api/tenant/certificates/${renewed?.id}/reissue`)).status).toBe(200)
    expect(await readProgress()).toEqual(held)
  },
  TIMEOUT_MS,
)
