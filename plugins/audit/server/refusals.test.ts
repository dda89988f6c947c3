import { expect, vi } from 'vitest'
import { createPlatform } from '#core/server/platform.ts'
import { Client, PASSWORD, pluginTest, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { byHand } from '../testing/trail.ts'
import { audit } from '../plugin.ts'

const test = pluginTest([audit])

/** Reads the recorded refusals, those that stand for one first. */
async function refusals(platform: Pick<TestPlatform, 'databaseUrl'>, userId: string | undefined) {
  return byHand<{ description: string; times: number | null }>(
    platform,
    `select description, (metadata->>'times')::int as times from audit_logs
      where action = 'access.refused' and user_id = $1 order by times nulls first`,
    [userId],
  )
}

const FIRST_REFUSAL = { description: 'Refused: the role does not allow it', times: null }
const more = (times: number) => ({
  description: `Refused ${times} more ${times === 1 ? 'time' : 'times'}: the role does not allow it`,
  times,
})

async function refused(client: Client, times: number, method: 'GET' | 'PUT' = 'GET'): Promise<void> {
  const answers = await Promise.all(Array.from({ length: times }, () => client.request(method, '/api/settings')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]))
}

const parentOf = async (platform: TestPlatform, organization: TestOrganization) =>
  platform.client().signIn((await organization.user('parent')).email)

test('a flood of refused calls is one entry at once, and one with their number when the minute is over', async ({
  platform,
}) => {
  const parent = await parentOf(platform, await platform.organization())
  await refused(parent, 20)
  expect(await refusals(platform, parent.user?.id)).toEqual([FIRST_REFUSAL])
  platform.clock.forward(61_000)
  await refused(parent, 1)
  await expect.poll(() => refusals(platform, parent.user?.id)).toEqual([FIRST_REFUSAL, FIRST_REFUSAL, more(19)])
})

test('the count is written when the minute ends, even without further calls', async ({ platform }) => {
  const parent = await parentOf(platform, await platform.organization())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await refused(parent, 3)
    vi.advanceTimersByTime(60_000)
  } finally {
    vi.useRealTimers()
  }
  await expect.poll(() => refusals(platform, parent.user?.id)).toEqual([FIRST_REFUSAL, more(2)])
})

test('refused changes are counted alike, and each person alone', async ({ platform }) => {
  const organization = await platform.organization()
  const [one, other] = [await parentOf(platform, organization), await parentOf(platform, organization)]
  await refused(one, 2)
  await refused(one, 2, 'PUT')
  await refused(other, 1)
  platform.clock.forward(61_000)
  await refused(one, 1)
  await expect.poll(() => refusals(platform, one.user?.id)).toEqual([FIRST_REFUSAL, FIRST_REFUSAL, more(3)])
  expect(await refusals(platform, other.user?.id)).toEqual([FIRST_REFUSAL])
})

test('the counts of a node are written when it stops', async ({ platform }) => {
  const parent = await parentOf(platform, await platform.organization())
  const { core, databaseUrl } = platform
  const node = await createPlatform({ ...core.env, databaseUrl }, [audit], { work: false, rateLimit: false })
  await refused(new Client(node, 'localhost', parent.cookie), 5).finally(() => node.close())
  expect(await refusals(platform, parent.user?.id)).toEqual([FIRST_REFUSAL, more(4)])
})

test('sign-ins that fail, and those that are refused with the right password, are recorded as failures', async ({
  platform,
}) => {
  const [open, closed] = [await platform.organization(), await platform.organization({ status: 'suspended' })]
  const [there, here] = [await open.user('instructor'), await closed.user('instructor')]
  expect((await open.client().post('/api/login', { email: there.email, password: 'wrong' })).status).toBe(401)
  expect((await closed.client().post('/api/login', { email: here.email, password: PASSWORD })).status).toBe(403)
  const entries = await byHand<{ action: string; description: string }>(
    platform,
    'select action, description from audit_logs where not success and tenant_id = any($1) order by seq',
    [[open.id, closed.id]],
  )
  expect(entries.map(({ action, description }) => [action, description])).toEqual([
    ['auth.sign-in-failed', 'Sign-in failed'],
    ['auth.sign-in-refused', 'Sign-in refused with the right password: The organization is suspended'],
  ])
})
