import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { ask, makeFamily, rowsOf, type Family } from '../../../testing/consents.ts'
import { buildStudent } from '../../../testing/factories.ts'
import { requestExpiringConsents, lookForEndingConsents } from './requests.ts'

const test = pluginTest([tenantApp])
const DAY = 86_400_000

const mailed = async (
  { core }: TestPlatform,
  { organization }: Family,
): Promise<{ recipient: string; body: string }[]> =>
  core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('mail_messages').orderBy('id').select('recipient', 'body'),
  )

test('a reminder emails each guardian who gets notifications and may answer, once a day however often admins send it', async ({
  platform,
}) => {
  const family = await makeFamily(platform, { mayBeTold: false })
  const { organization, admin, mother, asked, answer } = family
  await buildStudent(platform, organization, { firstName: 'Leo', guardians: [mother.user?.id ?? ''] })
  const { id } = await ask(admin)
  const remind = () => admin.post(`/api/consents/${id}/remind`)
  const pressed = await Promise.all([remind(), remind()])
  expect(pressed.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await mailed(platform, family)).toEqual([
    { recipient: mother.user?.email, body: expect.stringContaining('Photos, for Leo and Mia') },
  ])
  await answer(mother, id, 'refused')
  expect((await asked(mother)).body).toMatchObject([{ state: 'refused' }])
  platform.clock.forward(DAY)
  // Sessions may have ended a day later.
  const again = await organization.signIn('tenant_admin')
  expect((await again.post(`/api/consents/${id}/remind`)).body).toEqual({ mails: 1 })
  expect((await mailed(platform, family))[1]?.body).toContain('Photos, for Leo\n')
})

test('families are asked again 30 days before a consent ends and when it has ended, once on however many nodes', async ({
  platform,
}) => {
  const family = await makeFamily(platform)
  const { organization, admin, mother, mia, answer, allowed } = family
  const { id } = await ask(admin, { expiresAfterMonths: 6 })
  await answer(mother, id, 'given')
  const [given] = await rowsOf(platform, family, 'consent_answers')
  const look = async () => {
    const run = () => platform.core.db.tenant(organization.id, systemActor, requestExpiringConsents)
    await Promise.all([run(), run()])
    return (await mailed(platform, family)).length
  }
  const signInAgain = () => organization.client().signIn(mother.user?.email ?? '')
  const until = Date.parse(`${given?.['expiresOn']}T17:00:00Z`)
  const moveTo = (instant: number) => platform.clock.forward(instant - platform.clock.now().getTime())

  moveTo(until - 31 * DAY)
  expect(await look()).toBe(0)
  moveTo(until - 30 * DAY)
  expect([await look(), await look()]).toEqual([2, 2])
  await lookForEndingConsents.perform(platform.core, null, {})
  const sent = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('pgboss.job').whereRaw(`name = 'tenant-app.ask-consents-again' and data->>'tenantId' = ?`, [organization.id]),
  )
  expect(sent).toHaveLength(1)
  expect((await (await signInAgain()).get(`/api/children/${mia}/consents`)).body).toMatchObject([
    { state: 'given', isOpen: true, expiresOn: given?.['expiresOn'] },
  ])
  expect(await allowed()).toBe(true)
  moveTo(until)
  expect([await allowed(), await look()]).toEqual([true, 2])
  moveTo(until + DAY)
  expect([await allowed(), await look(), await look()]).toEqual([false, 4, 4])
  const again = await signInAgain()
  expect((await again.get(`/api/children/${mia}/consents`)).body).toMatchObject([{ state: 'expired', isOpen: true }])
  await answer(again, id, 'given')
  expect([await allowed(), await look()]).toEqual([true, 4])
})
