import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { made } from '#core/testing/calls.ts'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { startSmtpServer } from '#core/testing/smtp.ts'
import { tenantApp } from '#plugins/tenant-app/server/plugin.ts'
import { lms } from '../../server/plugin.ts'
import { certificatesOf, certified, completeCourse } from '../../testing/completing.ts'
import { publishCourse } from '../../testing/courses.ts'
import { remindOfDays } from './reminders.ts'
import { mailDigest } from './mailing.ts'

/** People and what they do, by hundreds of calls. */
const SLOW = 60_000

const test = pluginTest([tenantApp, lms])

const HOUR = 3_600_000
const free = { isHidden: false, requiredFor: null, requiredUntil: null, projectIds: [] }

const rule = (admin: Client, id: string, body: object) =>
  admin.put(`/api/tenant/courses/${id}/rule`, { ...free, ...body })

const complete = ({ core }: TestPlatform, client: Client, courseId: string) =>
  core.db.platform(systemActor, async ({ trx }) => {
    const completedAt = core.clock.now().toISOString()
    await trx('lms_enrollments').where({ userId: client.user?.id, courseId }).update({ progress: 100, completedAt })
  })

const times = ({ clock }: TestPlatform, inHours: number) => {
  const start = clock.now().getTime() + inHours * HOUR
  return { startDate: new Date(start).toISOString(), endDate: new Date(start + HOUR).toISOString() }
}

test(
  'who leads sessions of a project is required its courses as long as they do, and is ready when they have them',
  async ({ platform }) => {
    const organization = await platform.organization()
    const admin = await organization.signIn('tenant_admin')
    const [ada, bo] = [await organization.signIn('instructor'), await organization.signIn('instructor')]
    const { id: projectId } = await made<{ id: string }>(admin, '/api/projects', { title: 'Bridges' })
    expect((await admin.get('/api/tenant/training-projects')).body).toContainEqual({ id: projectId, title: 'Bridges' })
    const { id } = await publishCourse(admin, { title: 'Leading the bridges project' })
    const students = await publishCourse(admin, { title: 'For students', audience: 'students' })
    expect((await rule(admin, students.id, { requiredFor: 'instructors' })).body.fields).toHaveProperty('requiredFor')
    expect((await rule(admin, students.id, { projectIds: [projectId] })).body.fields).toHaveProperty('projectIds')
    const asked = { projectIds: [projectId], requiredUntil: '2020-05-01' }
    expect((await rule(admin, id, asked)).body).toEqual({ ...free, ...asked })
    expect((await rule(admin, id, { before: free })).status).toBe(409)

    const required = async (client: Client) =>
      (await client.get(`/api/tenant/courses/${id}`)).body.isRequired as boolean
    const progress = async (client: Client) =>
      (await admin.get(`/api/tenant/instructor-training-progress/${client.user?.id}`)).body
    const plan = (instructor: Client, inHours: number, more: object = {}) =>
      admin.post('/api/sessions', {
        name: 'Bridges',
        projectId,
        instructorId: instructor.user?.id,
        ...times(platform, inHours),
        ...more,
      })
    expect([await required(ada), await required(bo)]).toEqual([false, false])
    const planned = await plan(ada, 24)
    expect(planned.status).toBe(201)
    expect([await required(ada), await required(bo)]).toEqual([true, false])
    expect(await progress(ada)).toMatchObject({ totalCourses: 1, overdueCourses: 1, courses: [{ isRequired: true }] })
    expect(await progress(bo)).toMatchObject({ totalCourses: 0 })

    const ready = async (query: string) => (await bo.get(`/api/tenant/readiness?projectId=${projectId}${query}`)).body
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
            },
          ],
        },
      ],
    })
    // Whoever can teach is looked at.
    expect((await ready('')).unready).toHaveLength(3)
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
    // What was planned before stays, and can be changed otherwise; others take it over when they are ready.
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
    platform.clock.forward(26 * HOUR)
    const again = await organization.client().signIn(bo.user?.email ?? '')
    expect(await required(again)).toBe(false)
  },
  SLOW,
)

test(
  'an instructor is reminded once a day, by an admin or by the day itself, and admins are told who is behind',
  async ({ platform }) => {
    await using smtp = await startSmtpServer()
    const operator = await platform.superAdmin()
    await operator.put('/api/settings', {
      mailHost: smtp.host,
      mailPort: smtp.port,
      mailUseTls: false,
      mailUsername: '',
    })
    const organization = await platform.organization({ name: 'Harbour Makers' })
    const admin = await organization.signIn('tenant_admin')
    await admin.put('/api/tenant/settings', { timeZone: 'UTC' })
    const learner = await organization.signIn('instructor')
    const { id } = await publishCourse(admin, { title: 'Safety' })
    const remind = () => admin.post(`/api/tenant/instructor-training-progress/${learner.user?.id}/remind`)
    expect((await remind()).body).toMatchObject({ code: 'training.nothing-open' })
    const yesterday = new Date(platform.clock.now().getTime() - 24 * HOUR).toISOString().slice(0, 10)
    await rule(admin, id, { requiredFor: 'instructors', requiredUntil: yesterday })
    const answers = await Promise.all([remind(), remind(), remind()])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409])
    const { core } = platform
    const within = core.db.tenant.bind(core.db, organization.id, systemActor)
    expect(await within(remindOfDays)).toBe(0)
    const mails = async () =>
      core.db.platform(systemActor, ({ trx }) =>
        trx('mail_messages').where({ tenantId: organization.id }).orderBy('id').select('recipient', 'subject', 'body'),
      )
    expect(await mails()).toMatchObject([
      { recipient: learner.user?.email, subject: 'Your training at Harbour Makers: 1 course to complete' },
    ])

    await core.db.platform(systemActor, async ({ trx }) => {
      await trx('lms_training_reminders').where({ tenantId: organization.id }).delete()
    })
    expect(await Promise.all([within(remindOfDays), within(remindOfDays)])).toEqual(expect.arrayContaining([1, 0]))
    await within(mailDigest)
    const [, , digest] = await mails()
    expect(digest).toMatchObject({
      recipient: admin.user?.email,
      subject: 'Training at Harbour Makers: 1 instructor to look after',
    })
    expect(digest.body).toContain('Ada Lovelace: 1 overdue')
    await learner.post(`/api/tenant/courses/${id}/enroll`)
    await complete(platform, learner, id)
    await within(mailDigest)
    expect(await mails()).toHaveLength(3)
  },
  SLOW,
)

test(
  'who holds a certificate is ready and not overdue until it ends, also while they take the course again',
  async ({ platform }) => {
    const { admin, learner, course } = await certified(platform, { certificateMonths: 3 })
    const { id: projectId } = await made<{ id: string }>(admin, '/api/projects', { title: 'First aid' })
    await rule(admin, course.id, { requiredFor: 'instructors', requiredUntil: '2020-05-01', projectIds: [projectId] })
    const later = async (days: number) => {
      platform.clock.forward(days * 24 * HOUR)
      for (const client of [admin, learner]) await client.signIn(client.user?.email ?? '')
    }
    const told = async () => {
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
    expect(await told()).toEqual(held)
    await later(60)
    expect(await told()).toEqual({ ...held, expiringCourses: 1 })
    expect((await learner.post(`/api/tenant/courses/${course.id}/renew`)).status).toBe(200)
    expect(await told()).toEqual({ ...held, expiringCourses: 1 })
    await later(40)
    expect(await told()).toMatchObject({
      unready: [{ instructorId: learner.user?.id, courses: [{ status: 'in-progress', isExpired: true }] }],
      certificatesEarned: 0,
      overdueCourses: 1,
      expiringCourses: 1,
    })
    await completeCourse(platform, learner, course)
    expect(await told()).toEqual(held)
    const [renewed] = (await certificatesOf(learner, course.id)).certificates
    const revoked = await admin.post(`/api/tenant/certificates/${renewed?.id}/revoke`, { reason: 'issued-in-error' })
    expect(revoked.status).toBe(200)
    expect(await told()).toMatchObject({ certificatesEarned: 0 })
  },
  SLOW,
)
