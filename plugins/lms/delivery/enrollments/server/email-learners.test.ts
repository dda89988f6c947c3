import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { startSmtpServer } from '#core/testing/smtp.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { buildStudent } from '#plugins/tenant-app/testing/factories.ts'
import { lms } from '../../../plugin.ts'
import { publishCourse } from '../../../testing/courses.ts'
import { enroll } from '../../../testing/learners.ts'

const test = pluginTest([tenantApp, lms], { work: true })

const getUserId = ({ user }: Client) => user?.id ?? ''
const getEmail = ({ user }: Client) => user?.email ?? ''

interface Sent {
  recipient: string
  subject: string
  body: string
  replyTo: string | null
}

/** Lists the emails of an organization, by address. */
const listSentEmails = (platform: TestPlatform, { id }: TestOrganization): Promise<Sent[]> =>
  platform.core.db.platform(systemActor, ({ trx }) =>
    trx('mail_messages').where({ tenantId: id }).orderBy('recipient').select('recipient', 'subject', 'body', 'replyTo'),
  )

/** Contact address of an organization. */
const getContact = async (platform: TestPlatform, { id }: TestOrganization): Promise<string> => {
  const tenant = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('tenants').where({ id }).first('adminEmail'),
  )
  return tenant?.adminEmail
}

/** Creates a course for all, and the admin who writes emails. */
async function createCourse(platform: TestPlatform) {
  const organization = await platform.organization({ name: 'North Star' })
  const admin = await organization.signIn('tenant_admin')
  const { id } = await publishCourse(admin, { title: 'Optics', audience: 'everybody' })
  const write = (userIds: string[], email = {}) =>
    admin.post(`/api/tenant/courses/${id}/learners/emails`, {
      userIds,
      subject: 'Next week',
      text: 'Bring a lens.\n\nAnd a lamp.',
      ...email,
    })
  const take = async (role: 'student' | 'parent' | 'instructor') => {
    const learner = await organization.signIn(role)
    await enroll(learner, id)
    return learner
  }
  return { organization, admin, id, write, take }
}

test('an email about two children goes once to each guardian who is notified, and never to a child', async ({
  platform,
}) => {
  const { organization, write, take } = await createCourse(platform)
  const [ada, ben] = [await take('student'), await take('student')]
  const [both, restricted, unnotified] = await Promise.all([1, 2, 3].map(() => organization.signIn('parent')))
  if (!both || !restricted || !unnotified) throw new Error('Three guardians were signed in')
  await buildStudent(platform, organization, {
    userId: getUserId(ada),
    guardians: [
      { userId: getUserId(both) },
      { userId: getUserId(restricted), isRestricted: true },
      { userId: getUserId(unnotified), mayBeTold: false },
    ],
  })
  await buildStudent(platform, organization, { userId: getUserId(ben), guardians: [{ userId: getUserId(both) }] })
  const answer = await write([getUserId(ada), getUserId(ben)])
  expect(answer).toMatchObject({ status: 202, body: { sent: 1, unreached: [] } })
  const [message, ...others] = await listSentEmails(platform, organization)
  expect(others).toEqual([])
  expect(message).toMatchObject({
    recipient: getEmail(both),
    subject: 'Next week',
    replyTo: await getContact(platform, organization),
  })
  expect(message?.body).toContain('Bring a lens.\n\nAnd a lamp.')
  expect(message?.body).toContain(`${ada.user?.firstName} ${ada.user?.lastName}`)
  expect(message?.body).toContain(`${ben.user?.firstName} ${ben.user?.lastName}`)
})

test('adults get emails themselves, restricted guardians get none, and the response names unreached learners', async ({
  platform,
}) => {
  const { organization, write, take } = await createCourse(platform)
  const [grown, instructor] = [await take('student'), await take('instructor')]
  await buildStudent(platform, organization, { userId: getUserId(grown), dateOfBirth: '1990-05-01' })
  const restricted = await take('parent')
  await buildStudent(platform, organization, { guardians: [{ userId: getUserId(restricted), isRestricted: true }] })
  const alone = await take('student')
  const answer = await write([grown, instructor, restricted, alone].map(getUserId))
  expect(answer.body.sent).toBe(2)
  const unreached = [restricted, alone].map(({ user }) => `${user?.firstName} ${user?.lastName}`)
  expect(answer.body.unreached.toSorted()).toEqual(unreached.toSorted())
  const recipients = (await listSentEmails(platform, organization)).map(({ recipient }) => recipient)
  expect(recipients).toEqual([getEmail(grown), getEmail(instructor)].toSorted())
  expect(await write([getUserId(alone)])).toMatchObject({ status: 409, body: { code: 'learners.unreached' } })
})

test('a learner whom the caller does not see, an empty text and too many learners are refused, and nothing is sent', async ({
  platform,
}) => {
  const { organization, id, write, take } = await createCourse(platform)
  const colleague = await take('instructor')
  const instructor = await organization.signIn('instructor')
  const path = `/api/tenant/courses/${id}/learners/emails` as const
  const email = { subject: 'Next week', text: 'Hello' }
  expect((await instructor.post(path, { ...email, userIds: [getUserId(colleague)] })).status).toBe(404)
  expect((await write([getUserId(await organization.signIn('student'))])).status).toBe(404)
  expect((await write([getUserId(colleague)], { text: ' ' })).body.fields).toHaveProperty('text')
  expect((await write([getUserId(colleague)], { subject: 'a'.repeat(151) })).body.fields).toHaveProperty('subject')
  expect((await write(Array.from({ length: 51 }, () => getUserId(colleague)))).body.fields).toHaveProperty('userIds')
  expect(await listSentEmails(platform, organization)).toEqual([])
})

test('replies go to the organization’s contact address, which the header names', async ({ platform }) => {
  await using smtp = await startSmtpServer()
  const operator = await platform.superAdmin()
  await operator.put('/api/settings', { mailHost: smtp.host, mailPort: smtp.port, mailUseTls: false, mailUsername: '' })
  const { organization, write, take } = await createCourse(platform)
  const learner = await take('instructor')
  await write([getUserId(learner)])
  const message = await smtp.waitFor(({ to }) => to.includes(getEmail(learner)))
  const contact = await getContact(platform, organization)
  expect(message.headers['reply-to']).toBe(contact)
  expect(message.from).not.toBe(contact)
})
