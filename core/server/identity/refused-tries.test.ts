import { expect } from 'vitest'
import { PASSWORD, pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import type { AuditEntry } from '../audit-entry.ts'
import { cleanUpSignIns } from './clean-up.ts'

const test = pluginTest([])

/** Returns the entries recorded while `work` runs. */
async function recorded({ core }: TestPlatform, work: () => Promise<unknown>): Promise<AuditEntry[]> {
  const kept: AuditEntry[] = []
  core.auditRecorder = async (_, entries) => {
    kept.push(...entries)
  }
  await work().finally(() => (core.auditRecorder = undefined))
  return kept
}

const tries = (count: number, client: () => Client, email: string) =>
  Promise.all(Array.from({ length: count }, () => client().post('/api/login', { email, password: 'wrong' })))

const refusals = (entries: AuditEntry[]) =>
  entries.filter(({ action }) => action === 'auth.refused-while-locked').map(({ metadata }) => metadata?.['tries'])

test('attempts at a locked account are recorded once a minute, with their number', async ({ platform }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const first = await recorded(platform, () => tries(30, organization.client, email))
  expect(first.filter(({ action }) => action !== 'auth.refused-while-locked')).toHaveLength(5)
  expect(refusals(first)).toEqual([1])
  platform.clock.forward(61_000)
  expect(refusals(await recorded(platform, () => tries(10, organization.client, email)))).toEqual([25])
  platform.clock.forward(61_000)
  const rest = await recorded(platform, () => cleanUpSignIns.perform(platform.core, null, {}))
  expect(refusals(rest)).toEqual([9])
  expect(rest[0]).toMatchObject({ tenantId: organization.id, success: false, metadata: { email } })
})

test('failures are recorded only in the log of the organization on whose host they happen', async ({ platform }) => {
  const [own, other] = [await platform.organization(), await platform.organization()]
  const { email } = await own.user('instructor')
  const concerned = async (client: () => Client) =>
    (await recorded(platform, () => tries(1, client, email))).map(({ tenantId, resourceId }) => [
      tenantId,
      resourceId !== undefined,
    ])
  expect(await concerned(own.client)).toEqual([[own.id, true]])
  expect(await concerned(other.client)).toEqual([[other.id, false]])
  expect(await concerned(platform.client)).toEqual([[null, true]])
})

test('an entry in an organization’s log with a super admin’s address has the admin’s id, so that it can be hidden', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  const email = admin.user?.email ?? ''
  const { id, client } = await platform.organization()
  const entries = await recorded(platform, async () => {
    await tries(7, client, email)
    await client().post('/api/password/forgot', { email })
  })
  expect(entries.filter(({ tenantId }) => tenantId === id).length).toBeGreaterThan(6)
  const naming = entries.filter((entry) => JSON.stringify(entry).includes(email))
  expect(new Set(naming.map(({ resource, resourceId }) => `${resource} ${resourceId}`))).toEqual(
    new Set([`user ${admin.user?.id}`]),
  )
  expect(JSON.stringify(naming.map(({ metadata: _, ...entry }) => entry))).not.toContain(email)
})

test('a stolen session cannot be used to guess the password', async ({ platform }) => {
  const { signIn } = await platform.organization()
  const thief = await signIn('instructor')
  const change = (currentPassword: string) =>
    thief.post('/api/user/password', { currentPassword, password: 'taken-over-9', confirmPassword: 'taken-over-9' })
  const entries = await recorded(platform, async () => {
    for (let guess = 0; guess < 5; guess++) {
      expect((await change(`guess-${guess}`)).body.fields).toHaveProperty('currentPassword')
    }
    expect((await change(PASSWORD)).status).toBe(429)
  })
  expect(entries.map(({ action }) => action)).toEqual([
    ...Array<string>(5).fill('auth.confirmation-failed'),
    'auth.refused-while-locked',
  ])
})
