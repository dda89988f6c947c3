import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { lms } from '../../../plugin.ts'
import { publishCourse } from '../../../testing/courses.ts'
import { emailOpenings, openingJobs } from './opening-emails.ts'

const test = pluginTest([lms])

const DAY_MS = 86_400_000

interface Mail {
  recipient: string
  subject: string
  body: unknown
}

const listEmails = ({ core }: TestPlatform, tenantId: string): Promise<Mail[]> =>
  core.db.platform(systemActor, ({ trx }) =>
    trx('mailMessages').where({ tenantId }).orderBy('createdAt').select('recipient', 'subject', 'body'),
  )

const moveTo = ({ clock }: TestPlatform, moment: string) => clock.forward(Date.parse(moment) - clock.now().getTime())

test('learners get one email a day about newly opened lessons that they were waiting for, once', async ({
  platform,
}) => {
  moveTo(platform, '2094-03-10T06:00:00Z')
  const organization = await platform.organization({ name: 'Harbour Makers' })
  const author = await organization.signIn('tenant_admin')
  const { core } = platform
  const set = (table: string, id: string | undefined, change: object) =>
    core.db.platform(systemActor, ({ trx }) => trx(table).where({ id }).update(change))
  await set('tenants', organization.id, { timeZone: 'Pacific/Auckland' })
  const names = ['Welcome', 'Tools', 'Wheels', 'Motors']
  const { id, lessons } = await publishCourse(author, { title: 'Robots' }, names)
  const [welcome = '', tools = '', wheels = '', motors = ''] = lessons
  await author.put(`/api/lms/lessons/${tools}`, { opensOn: '2094-03-12' })
  await author.put(`/api/lms/lessons/${wheels}`, { opensAfterDays: 2 })
  await author.put(`/api/lms/lessons/${motors}`, { opensOn: '2094-03-12', afterIds: [welcome] })
  await author.put(`/api/lms/courses/${id}`, { status: 'published' })
  const other = await publishCourse(author, { title: 'Bridges' }, ['Arches', 'Beams'])
  await author.put(`/api/lms/chapters/${other.chapterId}`, { opensOn: '2094-03-12' })
  await author.put(`/api/lms/courses/${other.id}`, { status: 'published' })
  const enrolled = async (...courses: string[]): Promise<Client> => {
    const client = await organization.signIn('instructor')
    for (const course of courses) expect((await client.post(`/api/tenant/courses/${course}/enroll`)).status).toBe(200)
    return client
  }
  const [mia, quiet, gone] = [await enrolled(id, other.id), await enrolled(id), await enrolled(id)]
  expect((await quiet.put('/api/tenant/discussion-mails', { sendsOpenings: false })).body).toEqual({
    sendsReplies: true,
    sendsOpenings: false,
  })
  await set('users', gone.user?.id, { isActive: false })

  const run = (most?: number) =>
    Promise.all(
      [1, 2].map(() => core.db.tenant(organization.id, systemActor, async (scope) => emailOpenings(scope, most))),
    )
  await run()
  expect(await listEmails(platform, organization.id)).toEqual([])
  // A morning without a run is made up on the next one.
  moveTo(platform, '2094-03-12T21:00:00Z')
  await openingJobs[0]?.perform(core, null, {})
  await run(1)
  const emails = await listEmails(platform, organization.id)
  expect(emails).toMatchObject([{ recipient: mia.user?.email, subject: 'New lessons in 2 courses' }])
  const text = JSON.stringify(emails[0]?.body)
  for (const part of ['Tools', 'Wheels', 'The chapter “Before”', '/profile']) expect(text).toContain(part)
  // Lessons that are locked otherwise, and those that were always open.
  expect(text).not.toMatch(/Motors|Welcome|Arches/)
  platform.clock.forward(DAY_MS)
  await run()
  expect(await listEmails(platform, organization.id)).toHaveLength(1)
})

test('no email is sent about openings in an archived course, or while the organization is suspended', async ({
  platform,
}) => {
  moveTo(platform, '2094-05-10T06:00:00Z')
  const organization = await platform.organization()
  const author = await organization.signIn('tenant_admin')
  await author.put('/api/tenant/settings', { timeZone: 'UTC' })
  const { id, chapterId } = await publishCourse(author, { title: 'Robots' })
  await author.put(`/api/lms/chapters/${chapterId}`, { opensAfterDays: 1 })
  await author.put(`/api/lms/courses/${id}`, { status: 'published' })
  const learner = await organization.signIn('instructor')
  await learner.post(`/api/tenant/courses/${id}/enroll`)
  await author.put(`/api/lms/courses/${id}`, { status: 'archived' })
  const { core } = platform
  const run = () => core.db.tenant(organization.id, systemActor, (scope) => emailOpenings(scope))
  const suspend = (status: string) =>
    core.db.platform(systemActor, ({ trx }) => trx('tenants').where({ id: organization.id }).update({ status }))
  const backTo = async (day: string) => {
    await core.db.platform(systemActor, ({ trx }) =>
      trx('lmsOpeningMails').where({ tenantId: organization.id }).update({ mailedOn: day }),
    )
  }
  moveTo(platform, '2094-05-11T09:00:00Z')
  await run()
  expect(await listEmails(platform, organization.id)).toEqual([])
  await backTo('2094-05-10')
  await core.db.platform(systemActor, ({ trx }) => trx('lmsCourses').where({ id }).update({ status: 'published' }))
  await suspend('suspended')
  await run()
  expect(await listEmails(platform, organization.id)).toEqual([])
  await suspend('active')
  await run()
  expect(await listEmails(platform, organization.id)).toHaveLength(1)
})
