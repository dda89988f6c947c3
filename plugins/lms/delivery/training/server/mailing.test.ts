import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { startSmtpServer } from '#core/testing/smtp.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { lms } from '../../../plugin.ts'
import { publishCourse } from '../../../testing/courses.ts'
import { emailDigest, sendDailyEmails } from './mailing.ts'
import { remindBeforeDueDates } from './reminders.ts'

/** Hundreds of requests of several users. */
const TIMEOUT_MS = 60_000

const test = pluginTest([tenantApp, lms])

const HOUR_MS = 3_600_000
const free = { isHidden: false, requiredFor: null, requiredUntil: null, projectIds: [] }

const setRule = (admin: Client, id: string, body: object) =>
  admin.put(`/api/tenant/courses/${id}/rule`, { ...free, ...body })

const moveTo = ({ clock }: TestPlatform, moment: string) => clock.forward(Date.parse(moment) - clock.now().getTime())

const complete = ({ core }: TestPlatform, client: Client, courseId: string) =>
  core.db.platform(systemActor, async ({ trx }) => {
    const completedAt = core.clock.now().toISOString()
    await trx('lms_enrollments').where({ userId: client.user?.id, courseId }).update({ progress: 100, completedAt })
  })

test(
  'an instructor is reminded once a day, by an admin or automatically, and admins get a digest of overdue ones',
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
    const yesterday = new Date(platform.clock.now().getTime() - 24 * HOUR_MS).toISOString().slice(0, 10)
    await setRule(admin, id, { requiredFor: 'instructors', requiredUntil: yesterday })
    const answers = await Promise.all([remind(), remind(), remind()])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409])
    const { core } = platform
    const within = core.db.tenant.bind(core.db, organization.id, systemActor)
    expect(await within(remindBeforeDueDates)).toBe(0)
    const listEmails = async () =>
      core.db.platform(systemActor, ({ trx }) =>
        trx('mail_messages').where({ tenantId: organization.id }).orderBy('id').select('recipient', 'subject', 'body'),
      )
    expect(await listEmails()).toMatchObject([
      { recipient: learner.user?.email, subject: 'Your training at Harbour Makers: 1 course to complete' },
    ])

    await core.db.platform(systemActor, async ({ trx }) => {
      await trx('lms_training_reminders').where({ tenantId: organization.id }).delete()
    })
    expect(await Promise.all([within(remindBeforeDueDates), within(remindBeforeDueDates)])).toEqual(
      expect.arrayContaining([1, 0]),
    )
    await within(emailDigest)
    const [, , digest] = await listEmails()
    expect(digest).toMatchObject({
      recipient: admin.user?.email,
      subject: 'Training at Harbour Makers: 1 instructor to look after',
    })
    expect(digest.body).toContain('Ada Lovelace: 1 overdue')
    await learner.post(`/api/tenant/courses/${id}/enroll`)
    await complete(platform, learner, id)
    await within(emailDigest)
    expect(await listEmails()).toHaveLength(3)
  },
  TIMEOUT_MS,
)

test(
  'automatic emails are made up within the day, and a Monday’s digest within the week',
  async ({ platform }) => {
    await using smtp = await startSmtpServer()
    const operator = await platform.superAdmin()
    const settings = { mailHost: smtp.host, mailPort: smtp.port, mailUseTls: false, mailUsername: '' }
    await operator.put('/api/settings', settings)
    const organization = await platform.organization()
    const admin = await organization.signIn('tenant_admin')
    await admin.put('/api/tenant/settings', { timeZone: 'UTC' })
    const learner = await organization.user('instructor')
    const { id } = await publishCourse(admin, { title: 'Safety' })
    await setRule(admin, id, { requiredFor: 'instructors', requiredUntil: '2094-03-11' })
    const run = async () => {
      await Promise.all([1, 2].map(() => platform.core.db.tenant(organization.id, systemActor, sendDailyEmails)))
    }
    const mailed = async () =>
      platform.core.db.platform(systemActor, ({ trx }) =>
        trx('mail_messages').where({ tenantId: organization.id }).orderBy('id').pluck('recipient'),
      )
    // A Friday, long after the morning.
    moveTo(platform, '2094-03-12T15:00:00Z')
    await run()
    expect(await mailed()).toEqual([learner.email])
    moveTo(platform, '2094-03-16T09:00:00Z')
    await run()
    expect(await mailed()).toEqual([learner.email, admin.user?.email])
    // A reminder by an admin in the evening does not use up the next morning's emails.
    moveTo(platform, '2094-03-18T18:00:00Z')
    await admin.signIn(admin.user?.email ?? '')
    expect((await admin.post(`/api/tenant/instructor-training-progress/${learner.id}/remind`)).status).toBe(200)
    moveTo(platform, '2094-03-19T08:05:00Z')
    await run()
    expect((await mailed()).slice(2)).toEqual([learner.email, learner.email])
  },
  TIMEOUT_MS,
)
