import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { line } from '#core/server/mail/body.ts'
import { sendMails } from '#core/server/mail/mail.ts'
import { create } from '#core/testing/calls.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { plugins } from '#config/plugins.ts'
import { buildStudent } from '../../../testing/factories.ts'
import type { ErasurePlace } from '../contract.ts'

const test = pluginTest(plugins)

const mailsTo = ({ core }: TestPlatform, { id: tenantId }: TestOrganization, recipient: string) =>
  core.db.platform(systemActor, ({ trx }) => trx('mail_messages').where({ tenantId, recipient }).pluck('subject'))

test('a guardian requests a child’s erasure, admins see the deadline, and decline with a reason, or erase', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const [admin, guardian, stranger] = [
    await organization.signIn('tenant_admin'),
    await organization.signIn('parent'),
    await organization.signIn('parent'),
  ]
  const [mail, office] = [guardian.user?.email ?? '', admin.user?.email ?? '']
  const { id: studentId } = await buildStudent(platform, organization, { guardians: [guardian.user?.id ?? ''] })
  const ask = (by = guardian) => by.post('/api/erasure-requests', { studentId, words: 'We have moved' })
  expect((await ask(stranger)).status).toBe(404)
  expect((await ask(admin)).status).toBe(403)
  const asked = await ask()
  expect(asked).toMatchObject({ status: 201, body: { studentId, isDeclined: false } })
  const { askedAt, dueAt } = asked.body as { askedAt: string; dueAt: string }
  expect(Date.parse(dueAt) - Date.parse(askedAt)).toBe(30 * 86_400_000)
  expect((await ask()).status).toBe(409)
  expect(await mailsTo(platform, organization, office)).toEqual([`Someone asks ${organization.name} for erasure`])
  const attention = (await admin.get('/api/tenant/dashboard/attention')).body as { kind: string }[]
  expect(attention).toMatchObject([{ kind: 'erasure', name: 'Ada King', at: dueAt }])
  const waiting = (await admin.get('/api/erasure-requests')).body as { id: string }[]
  expect(waiting).toMatchObject([{ name: 'Ada King', words: 'We have moved' }])
  expect((await guardian.get('/api/erasure-requests')).status).toBe(403)

  const decline = `/api/erasure-requests/${waiting[0]?.id ?? ''}/decline`
  const answers = await Promise.all([1, 2].map(() => admin.post(decline, { answer: 'A claim is open' })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404])
  expect((await guardian.get('/api/erasure-requests/own')).body).toMatchObject([
    { isDeclined: true, answer: 'A claim is open' },
  ])
  expect(await mailsTo(platform, organization, mail)).toEqual([`${organization.name} has answered your request`])
  expect((await stranger.get('/api/erasure-requests/own')).body).toEqual([])

  expect((await ask()).status).toBe(201)
  await admin.post('/api/erasures', { kind: 'student', id: studentId, confirmation: 'Ada King' })
  expect((await admin.get('/api/erasure-requests')).body).toEqual([])
  expect(await mailsTo(platform, organization, mail)).toContain(`${organization.name} has done what you asked for`)
})

const decline = async (admin: Client, requests: { id: string }[]) => {
  for (const { id } of requests) await create(admin, `/api/erasure-requests/${id}/decline`, { answer: 'Ada is ill' })
}
const erase = (admin: Client, [request]: { studentId: string }[]) =>
  create(admin, '/api/erasures', { kind: 'student', id: request?.studentId, confirmation: 'Ada King' })

test.for([
  ['declined', decline, 'has answered your request'],
  ['carried out', erase, 'has done what you asked for'],
] as const)(
  'a request that is %s is answered by email to guardians who may still be notified, and to no others',
  async ([, answer, subject], { platform }) => {
    const organization = await platform.organization()
    const admin = await organization.signIn('tenant_admin')
    const [notified, restricted, unlinked, silent] = await Promise.all([
      organization.signIn('parent'),
      organization.signIn('parent'),
      organization.signIn('parent'),
      organization.signIn('parent'),
    ])
    const guardians = [notified, restricted, unlinked, silent]
    const student = await buildStudent(platform, organization, {
      guardians: guardians.map(({ user }) => user?.id ?? ''),
    })
    for (const by of guardians) {
      expect((await by.post('/api/erasure-requests', { studentId: student.id, words: '' })).status).toBe(201)
    }
    const at = `/api/students/${student.id}/guardians`
    const order = { kind: 'court-order', verifiedBy: 'Grace Hopper' }
    expect((await admin.post(`${at}/${student.links[1] ?? ''}/restrictions`, order)).status).toBe(204)
    expect((await admin.delete(`${at}/${student.links[2] ?? ''}`)).status).toBe(204)
    expect((await admin.put(`${at}/${student.links[3] ?? ''}`, { mayBeTold: false })).status).toBe(200)
    await restricted.signIn(restricted.user?.email ?? '')
    const own = await Promise.all(guardians.map(async (by) => (await by.get('/api/erasure-requests/own')).body))
    const asked = expect.objectContaining({ studentId: student.id }) as object
    expect(own).toEqual([[asked], [], [], [asked]])

    const { body: waiting } = await admin.get('/api/erasure-requests')
    expect(waiting).toHaveLength(guardians.length)
    await answer(admin, waiting)
    const emails = await Promise.all(guardians.map(({ user }) => mailsTo(platform, organization, user?.email ?? '')))
    expect(emails).toEqual([[`${organization.name} ${subject}`], [], [], []])
  },
)

test('emails about an erased child to former guardians and former addresses are listed, and blanked if chosen', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const [left, moved, other] = [
    await organization.user('parent'),
    await organization.user('parent'),
    await organization.user('parent'),
  ]
  const student = await buildStudent(platform, organization, { firstName: 'Mia', guardians: [left.id, moved.id] })
  const recipients = [left.email, moved.email, other.email]
  const sent = await platform.core.db.tenant(organization.id, systemActor, (scope) =>
    sendMails(
      scope,
      recipients.map((to) => ({ to, subject: 'The week of Mia', body: [line`Hello,`] })),
    ),
  )
  expect((await admin.delete(`/api/students/${student.id}/guardians/${student.links[0] ?? ''}`)).status).toBe(204)
  await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('users')
      .where({ id: moved.id })
      .update({ email: `new.${moved.email}` }),
  )
  const listed: ErasurePlace[] = (await admin.get(`/api/erasures/places/${student.id}`)).body
  const emails = listed.filter(({ record }) => record.startsWith('to '))
  expect(emails.map(({ record }) => record).toSorted()).toEqual([`to ${left.email}`, `to ${moved.email}`].toSorted())
  const places = emails.map(({ id }) => id)
  const erasure = { kind: 'student', id: student.id, confirmation: 'Mia King', places }
  expect((await admin.post('/api/erasures', erasure)).status).toBe(201)
  const named = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('mail_messages').whereIn('id', sent).where('subject', 'like', '%Mia%').pluck('recipient'),
  )
  expect(named).toEqual([other.email])
})
