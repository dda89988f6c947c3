import { expect, vi } from 'vitest'
import { run } from '#cli/testing/command-line.ts'
import { query } from '#core/testing/query.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { plugins } from '#config/plugins.ts'
import { sealActs } from './seal-acts.ts'

const test = pluginTest(plugins)

// Every command is a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 240_000 })

test('audit verify says how much is intact, and ends with 1 when an entry was changed by hand', async ({
  platform,
}) => {
  const variables = { DATABASE_URL: platform.databaseUrl }
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', { platformName: 'Sealed' })
  await sealActs(platform.core)
  const intact = await run(['audit', 'verify'], variables)
  expect(intact.status).toBe(0)
  expect(intact.stdout).toMatch(
    /^Verified 2 entries under 1 seal since 20\d\d-\d\d-\d\d: nothing was changed or removed\.\n$/,
  )
  const { head } = JSON.parse((await run(['audit', 'verify', '--json'], variables)).stdout) as { head: string }
  expect((await run(['audit', 'verify', '--head', head], variables)).status).toBe(0)
  const moved = await run(['audit', 'verify', '--head', `7:${'ab'.repeat(32)}`], variables)
  expect([moved.status, moved.stdout]).toEqual([1, expect.stringContaining('Seal 7, whose digest was noted')])
  expect((await run(['audit', 'verify', '--head', 'x'], variables)).status).toBe(2)

  await query(platform.databaseUrl, `update audit_logs set user_name = 'Eve' where action = 'settings.updated'`)
  const broken = await run(['audit', 'verify'], variables)
  expect(broken.status).toBe(1)
  expect(broken.stdout).toMatch(
    /^The audit log is not what was recorded\. Findings:\n {2}Entry 2 \(20.*Z\) was changed/,
  )
  const told = await run(['audit', 'verify', '--json'], variables)
  expect([told.status, JSON.parse(told.stdout)]).toMatchObject([
    1,
    { intact: false, findings: [{ entry: 2, seal: 1 }] },
  ])
})

test('audit verify exits with 1 when the record of the last seal is missing, and reports the number of erased texts', async ({
  platform,
}) => {
  const variables = { DATABASE_URL: platform.databaseUrl }
  const [admin, other] = [await platform.superAdmin(), await platform.superAdmin()]
  await admin.put('/api/settings', { platformName: 'Erased' })
  await query(platform.databaseUrl, `select erase_audit_entries(null, '${admin.user?.id}')`)
  const before = await run(['audit', 'verify', '--json'], variables)
  expect(JSON.parse(before.stdout)).toMatchObject({ erased: 2 })
  await query(platform.databaseUrl, 'delete from audit_seal_head')
  const { status, stdout } = await run(['audit', 'verify'], variables)
  expect([status, stdout]).toEqual([1, expect.stringContaining('The note of which seal is the last was removed.')])
  expect(stdout).toContain(
    'In 2 entries texts were erased at a person’s request; the rest of them is what was recorded.\n  Of 2 entries the log does not say who erased texts',
  )
  await query(
    platform.databaseUrl,
    `update audit_logs set action = 'person.erased', metadata = '{"entries": 2}' where user_id = '${other.user?.id}'`,
  )
  expect((await run(['audit', 'verify'], variables)).stdout).toContain(
    '  Ada Lovelace erased 1 time: texts in 2 entries.',
  )
})

test('audit prune lists what it would drop, drops whole months, and keeps ninety days at least', async ({
  platform,
}) => {
  const variables = { DATABASE_URL: platform.databaseUrl }
  await query(platform.databaseUrl, `select make_audit_partitions('2020-01-05', '2020-02-05')`)
  const planned = await run(['audit', 'prune', '--dry-run'], variables)
  expect(planned.stdout).toMatch(/^Would drop 0 entries of 2 months, from before 20\d\d-\d\d-01\.\n$/)
  const { status, stdout } = await run(['audit', 'prune', '--older-than', '90', '--json'], variables)
  expect([status, JSON.parse(stdout)]).toMatchObject([
    0,
    { dryRun: false, months: ['2020-01-01', '2020-02-01'], entries: 0 },
  ])
  expect((await run(['audit', 'prune'], variables)).stdout).toMatch(/^Nothing to drop: no month ends before 20/)
  const refused = await run(['audit', 'prune', '--older-than', '30'], variables)
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('at least 90')])
})
