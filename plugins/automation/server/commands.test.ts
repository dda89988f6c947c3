import { expect, vi } from 'vitest'
import { run, Running } from '#cli/testing/command-line.ts'
import { holdTable } from '#core/testing/query.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { plugins } from '#config/plugins.ts'
import { add, ask, logsOf, mailsTo, subscriber, subscriptionOf } from './subscribers.ts'

const test = pluginTest(plugins)

// Every command is a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 240_000 })

test('upgrade-check shows what would change and changes nothing; with --apply it does', async ({ platform }) => {
  const variables = { DATABASE_URL: platform.databaseUrl }
  const organization = await subscriber(platform, 'starter', 'Outgrown')
  await add(platform, organization, { users: 120 })
  const shown = await run(['upgrade-check'], variables)
  expect({ status: shown.status, stderr: shown.stderr }).toEqual({ status: 0, stderr: '' })
  expect(shown.stdout).toMatch(/ORGANIZATION +OVER ITS LIMIT +PLAN +UPGRADE TO +EFFECTIVE/)
  expect(shown.stdout).toMatch(/Outgrown +120 of 100 staff accounts +Starter +Growth +\d{4}-\d\d-\d\d/)
  const { stdout } = await run(['upgrade-check', '--json'], variables)
  expect(JSON.parse(stdout)).toEqual({
    applied: false,
    upgrades: [
      {
        subscriptionId: expect.any(String),
        tenantId: organization.id,
        tenantName: 'Outgrown',
        reason: 'user_limit_exceeded',
        usage: { users: 120, sessions: 0, storage: 0 },
        fromPlan: 'starter',
        toPlan: 'growth',
        effectiveDate: (await subscriptionOf(platform, organization)).periodEnd,
      },
    ],
  })
  expect(await logsOf(platform, organization)).toEqual([])

  const applied = await run(['upgrade-check', '--apply', '--json'], variables)
  expect(JSON.parse(applied.stdout)).toMatchObject({ applied: true, upgrades: [{ tenantName: 'Outgrown' }], set: 1 })
  expect(await subscriptionOf(platform, organization)).toMatchObject({ pending: 'growth' })
  expect((await run(['upgrade-check'], variables)).stdout).toBe('No subscription is over a limit of its plan.\n')
})

test('a name from people cannot move the cursor of the terminal, and stays whole for machines', async ({
  platform,
}) => {
  const variables = { DATABASE_URL: platform.databaseUrl }
  const name = 'North\u001b[2J\u009b1;1HStar\nrow\u202e\u007f'
  await add(platform, await subscriber(platform, 'starter', name), { users: 120 })
  const moving = /[^\P{Cc}\n]|\p{Bidi_Control}/u
  const shown = await run(['upgrade-check'], variables)
  expect(shown.stdout).not.toMatch(moving)
  expect(shown.stdout).toContain(
    String.raw`North\u001b[2J\u009b1;1HStar\u000arow\u202e\u007f  120 of 100 staff accounts`,
  )
  const { stdout } = await run(['upgrade-check', '--json'], variables)
  expect(stdout).not.toMatch(moving)
  expect(JSON.parse(stdout)).toMatchObject({ upgrades: [{ tenantName: name }] })
  await ask(platform, 'delete from tenants where name = ?', [name])
})

test.for(['invoices', 'subscription_upgrade_logs', 'mail_messages'])(
  'automation run, killed while it waits for %s and run again: invoiced, upgraded and told once',
  async (table, { platform }) => {
    const variables = { DATABASE_URL: platform.databaseUrl }
    const due = await subscriber(platform)
    await ask(
      platform,
      `update subscriptions set current_period_start = current_period_start - interval '31 days',
         current_period_end = now(), period_anchor = now() - interval '1 month' where tenant_id = ?`,
      [due.id],
    )
    await ask(platform, `update invoices set period_start = period_start - interval '31 days' where tenant_id = ?`, [
      due.id,
    ])
    const over = await subscriber(platform)
    await add(platform, over, { users: 101 })

    const held = await holdTable(platform.databaseUrl, table)
    const running = new Running(['automation', 'run'], variables)
    await held.waiting()
    await running.kill('SIGKILL')
    await held.release()
    const { status, stdout } = await run(['automation', 'run', '--json'], variables)
    expect(status).toBe(0)
    expect(Object.keys(JSON.parse(stdout))).toEqual(['periods', 'states', 'check', 'notifications'])
    await run(['automation', 'run'], variables)

    const invoices = await ask(platform, 'select number from invoices where tenant_id = ?', [due.id])
    expect(invoices).toHaveLength(2)
    expect(await logsOf(platform, over)).toHaveLength(1)
    const subjects = async (subdomain: string) => mailsTo(platform, `admin@${subdomain}.example`)
    expect((await subjects(due.subdomain)).filter((subject) => subject.startsWith('Invoice'))).toHaveLength(2)
    expect((await subjects(over.subdomain)).filter((subject) => subject.includes('moves to'))).toHaveLength(1)
  },
)
