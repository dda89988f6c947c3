import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildStudent } from '../../../testing/factories.ts'
import { askGuardians, askGuardiansOfOrganization } from './ask-guardians.ts'

const test = pluginTest([tenantApp])

/** A year and some days, for any zone and year. */
const YEAR = 370 * 86_400_000

/** Returns the emails of one run, which is sent twice as two nodes would. */
async function ask(platform: TestPlatform, organization: TestOrganization) {
  const { core } = platform
  const emails = () =>
    core.db.platform(systemActor, ({ trx }) => trx('mail_messages').where({ tenantId: organization.id }).orderBy('id'))
  const before = (await emails()).length
  const run = () => askGuardiansOfOrganization.perform(core, organization.id, {})
  await Promise.all([run(), run()])
  return (await emails()).slice(before) as { recipient: string; subject: string; body: string }[]
}

const jobsFor = ({ core }: TestPlatform, { id }: TestOrganization) =>
  core.db.platform(systemActor, async ({ trx }) => {
    const { rows } = await trx.raw<{ rows: object[] }>(
      `select from pgboss.job where name = '${askGuardiansOfOrganization.name}' and data ->> 'tenantId' = '${id}'`,
    )
    return rows.length
  })

test('once a year each guardian who gets notifications is asked about all children together, without health data', async ({
  platform,
}) => {
  const organization = await platform.organization({ name: 'Harbour Makers' })
  const admin = await organization.signIn('tenant_admin')
  const parent = await organization.signIn('parent')
  const [other, blind, restricted] = [
    await organization.user('parent'),
    await organization.user('parent'),
    await organization.user('parent'),
  ]
  const own = parent.user?.id ?? ''
  const ada = await buildStudent(platform, organization, {
    guardians: [own, { userId: other.id, mayBeTold: false }, { userId: blind.id, maySee: false }, restricted.id],
  })
  await buildStudent(platform, organization, { firstName: 'Ben', guardians: [own] })
  const gone = await buildStudent(platform, organization, { firstName: 'Gone', guardians: [own] })
  await platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
    await trx('parentStudents').where({ id: ada.links[3] }).update({ isRestricted: true })
    await trx('students').where({ id: gone.id }).update({ isActive: false })
  })
  await admin.put(`/api/students/${ada.id}/health`, { medicalNotes: 'Peanuts' })
  expect(await ask(platform, organization)).toEqual([])
  await askGuardians.perform(platform.core, null, {})
  expect(await jobsFor(platform, organization)).toBe(0)

  platform.clock.forward(YEAR)
  await askGuardians.perform(platform.core, null, {})
  expect(await jobsFor(platform, organization)).toBe(1)
  const emails = await ask(platform, organization)
  expect(emails.map(({ recipient }) => recipient)).toEqual([parent.user?.email])
  expect(emails[0]?.body).toMatch(/Harbour Makers[^]*(Ada and Ben|Ben and Ada)/)
  expect(emails[0]?.body).not.toContain('Peanuts')
  expect(await ask(platform, organization)).toEqual([])

  const parts = ['notes', 'medication', 'emergency', 'doctor', 'insurance', 'conditions']
  const again = await organization.client().signIn(parent.user?.email ?? '')
  const status = async () => (await again.get(`/api/students/${ada.id}/health-status`)).body
  expect(await status()).toMatchObject({ isDue: true })
  expect((await again.post(`/api/students/${ada.id}/health/checks`, { parts })).status).toBe(200)
  expect(await status()).toMatchObject({ isDue: false })
  platform.clock.forward(YEAR / 2)
  expect(await ask(platform, organization)).toEqual([])
  platform.clock.forward(YEAR / 2)
  expect((await ask(platform, organization)).map(({ body }) => /Ada|Ben/.exec(body)?.length)).toEqual([1])
})
