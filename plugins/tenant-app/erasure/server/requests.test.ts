import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { plugins } from '#config/plugins.ts'
import { addStudent } from '../../testing/families.ts'

const test = pluginTest(plugins)

const mailsTo = ({ core }: TestPlatform, { id: tenantId }: TestOrganization, recipient: string) =>
  core.db.platform(systemActor, ({ trx }) => trx('mail_messages').where({ tenantId, recipient }).pluck('subject'))

test('a guardian asks for a child, admins see it with the day to answer by, decline it with a reason, or erase', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const [admin, guardian, stranger] = [
    await organization.signIn('tenant_admin'),
    await organization.signIn('parent'),
    await organization.signIn('parent'),
  ]
  const [mail, office] = [guardian.user?.email ?? '', admin.user?.email ?? '']
  const { id: studentId } = await addStudent(platform, organization, { guardians: [guardian.user?.id ?? ''] })
  const ask = (by = guardian) => by.post('/api/erasure-requests', { studentId, words: 'We have moved' })
  expect((await ask(stranger)).status).toBe(404)
  expect((await ask(admin)).status).toBe(403)
  const asked = await ask()
  expect(asked).toMatchObject({ status: 201, body: { studentId, isDeclined: false } })
  const { askedAt, dueAt } = asked.body as { askedAt: string; dueAt: string }
  expect(Date.parse(dueAt) - Date.parse(askedAt)).toBe(30 * 86_400_000)
  expect((await ask()).status).toBe(409)
  expect(await mailsTo(platform, organization, office)).toEqual([`Somebody asks ${organization.name} for erasure`])
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
