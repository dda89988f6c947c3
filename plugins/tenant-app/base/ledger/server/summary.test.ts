import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildStudent } from '../../../testing/factories.ts'
import { mailSummary, lookForSummaries } from './summary.ts'

const test = pluginTest([tenantApp])

interface Waiting {
  tenantId: string
  payload: { month: string }
}

const waitingFor = ({ core }: TestPlatform, { id }: TestOrganization) =>
  core.db.platform(systemActor, async ({ trx }) => {
    const { rows } = await trx.raw<{ rows: { data: Waiting }[] }>(
      `select data from pgboss.job where name = '${mailSummary.name}' and data ->> 'tenantId' = '${id}'`,
    )
    return rows.map(({ data }) => data)
  })

/** Moves the clock to noon of that day of the next month (UTC). */
function forwardTo({ clock }: TestPlatform, day: number): void {
  const now = clock.now()
  clock.forward(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, day, 12) - now.getTime())
}

test('once a month, on however many nodes, admins read the number of views, without reasons', async ({ platform }) => {
  forwardTo(platform, 15)
  const [organization, quiet] = [await platform.organization(), await platform.organization()]
  const admins = [await organization.signIn('tenant_admin'), await organization.signIn('tenant_admin')]
  const emails = admins.map(({ user }) => user?.email ?? '')
  const { id } = await buildStudent(platform, organization)
  const views = `/api/students/${id}/health-views`
  const words = { words: 'After the bee sting' }
  expect((await admins[0]?.post(views, words))?.status).toBe(200)
  expect((await admins[1]?.post(views, {}))?.status).toBe(200)
  expect((await admins[1]?.post(`/api/students/${id}/emergency-views`, {}))?.status).toBe(200)
  await lookForSummaries.perform(platform.core, null, {})
  expect(await waitingFor(platform, organization)).toEqual([])

  forwardTo(platform, 2)
  await lookForSummaries.perform(platform.core, null, {})
  await lookForSummaries.perform(platform.core, null, {})
  const [waiting, ...others] = await waitingFor(platform, organization)
  expect(others).toHaveLength(1)
  expect(await waitingFor(platform, quiet)).toEqual([])
  await Promise.all([1, 2, 3].map(() => mailSummary.perform(platform.core, organization.id, waiting?.payload)))
  const sent = (await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('mail_messages').where({ tenantId: organization.id }),
  )) as { recipient: string; body: string }[]
  expect(sent.map(({ recipient }) => recipient).toSorted()).toEqual(emails.toSorted())
  expect(sent[0]?.body).toContain('health data: 2 views of 1 student by 2 people')
  expect(sent[0]?.body).toContain('emergency contact: 1 view of 1 student by 1 person')
  expect(sent[0]?.body).not.toContain(words.words)
  await lookForSummaries.perform(platform.core, null, {})
  expect(await waitingFor(platform, organization)).toHaveLength(2)
})
