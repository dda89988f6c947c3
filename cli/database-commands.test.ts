import { expect, vi } from 'vitest'
import { PASSWORD, pluginTest } from '#core/testing/harness.ts'
import { addApp } from '#core/testing/second-factor.ts'
import { run, runAlone, Running } from './testing/command-line.ts'
import { query } from '#core/testing/query.ts'

const test = pluginTest([])

// Every command is a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 240_000 })

test('create-admin prints a temporary password with which the super admin signs in', async ({ platform }) => {
  const { status, stdout } = await run(['create-admin', 'grace@example.org', '--json'], {
    DATABASE_URL: platform.databaseUrl,
  })
  expect(status).toBe(0)
  const { temporaryPassword } = JSON.parse(stdout) as { temporaryPassword: string }
  const admin = await platform.client().signIn('grace@example.org', temporaryPassword)
  expect(admin.user).toMatchObject({ role: 'superadmin', mustChangePassword: true })
})

test('create-admin takes a password from standard input, and shows none', async ({ platform }) => {
  const words = ['create-admin', 'alan@example.org', '--first-name', 'Alan', '--password-stdin', '--json']
  const { status, stdout } = await runAlone(words, { DATABASE_URL: platform.databaseUrl }, 'enigma-machine-9\n')
  expect(status).toBe(0)
  expect(JSON.parse(stdout)).toEqual({ id: expect.any(String), email: 'alan@example.org' })
  const admin = await platform.client().signIn('alan@example.org', 'enigma-machine-9')
  expect(admin.user).toMatchObject({ firstName: 'Alan', mustChangePassword: false })
})

test('create-admin refuses an address that is taken, and a password that is too short', async ({ platform }) => {
  const variables = { DATABASE_URL: platform.databaseUrl }
  expect((await run(['create-admin', 'twice@example.org'], variables)).status).toBe(0)
  const again = await run(['create-admin', 'TWICE@example.org', '--json'], variables)
  expect(again).toEqual({ status: 1, stdout: '', stderr: 'There already is a user with this email address\n' })
  const short = await runAlone(['create-admin', 'short@example.org', '--password-stdin'], variables, 'abc\n')
  expect(short).toMatchObject({ status: 1, stdout: '' })
})

test('reset-second-factor asks first, then resets it, ends the user’s sessions and notifies them', async ({
  platform,
}) => {
  const variables = { DATABASE_URL: platform.databaseUrl }
  const organization = await platform.organization()
  const { email } = await organization.user('tenant_admin')
  const owner = await organization.client().signIn(email)
  await addApp(platform, owner)
  const words = ['reset-second-factor', email, '--json']
  expect(await run(words, variables)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(`The address has an account in ${organization.subdomain}.`),
  })
  words.push('--organization', organization.subdomain)
  expect(await run(words, variables)).toMatchObject({ status: 1, stderr: expect.stringContaining('--yes') })
  expect((await organization.client().post('/api/login', { email, password: PASSWORD })).status).toBe(409)
  const done = await run([...words, '--yes'], variables)
  expect({ status: done.status, ...JSON.parse(done.stdout) }).toMatchObject({ status: 0, email })
  await expect.poll(async () => (await owner.get('/api/user')).status).toBe(401)
  await organization.client().signIn(email)
  const mails = await query<{ subject: string }>(
    platform.databaseUrl,
    `select subject from mail_messages where recipient = '${email}' and subject like 'Two-step verification was reset%'`,
  )
  expect(mails).toHaveLength(1)
  expect(await run([...words, '--yes'], variables)).toMatchObject({ status: 1, stdout: '' })
})

test('migrate status reports that nothing is pending, migrate up then does nothing', async ({ platform }) => {
  const variables = { DATABASE_URL: platform.databaseUrl }
  const status = await run(['migrate', 'status', '--json'], variables)
  expect(JSON.parse(status.stdout)).toMatchObject({ pending: 0 })
  expect(JSON.parse((await run(['migrate', 'up', '--json'], variables)).stdout)).toEqual({ applied: [], left: [] })
})

test('an operator without the plugin that makes backups reads that migrate up makes none', async ({ platform }) => {
  await platform.organization()
  // Applied once more it changes nothing.
  const name = 'lms/0013_unpublished'
  await query(platform.databaseUrl, 'delete from trellis_migrations where name = $1', [name])
  const variables = { DATABASE_URL: platform.databaseUrl, PLATFORM_PLUGINS_OFF: 'backup' }
  const { stdout, stderr } = await run(['migrate', 'up', '--json'], variables)
  expect(JSON.parse(stdout)).toEqual({ applied: [name], left: [] })
  expect(stderr).toBe('Warning: migrating without a backup before: no plugin that is on makes one\n')
})

test('synthetic data is spread evenly, signs in, and can be added to', async ({ platform }) => {
  const variables = { DATABASE_URL: platform.databaseUrl }
  const words = ['seed', '--organizations', '8', '--users', '201', '--sessions', '100', '--json']
  for (const _ of [1, 2]) {
    const { status, stdout } = await run(words, variables)
    expect({ status, ...JSON.parse(stdout) }).toMatchObject({ status: 0, organizations: 8, users: 201, sessions: 100 })
  }
  const organizations = await query<{ subdomain: string; users: number; email: string }>(
    platform.databaseUrl,
    `select subdomain, count(*)::int as users, min(email) filter (where role = 'tenant_admin') as email
       from tenants t join users u on u.tenant_id = t.id where u.email like '%@' || subdomain || '.example'
      group by subdomain order by 1`,
  )
  expect(organizations).toHaveLength(16)
  expect(organizations.every(({ users }) => users === 25 || users === 26)).toBe(true)
  const subscriptions = await query<{ plan: string; fits: boolean; isNow: boolean; trials: boolean }>(
    platform.databaseUrl,
    `select t.plan, p.name = t.plan and p.ever_used as fits, (s.status = 'trialing') = (t.plan = 'trial') as trials,
            now() >= s.current_period_start and now() < s.current_period_end as "isNow"
       from subscriptions s join tenants t on t.id = s.tenant_id join subscription_plans p on p.id = s.plan_id`,
  )
  expect(subscriptions).toHaveLength(16)
  expect(subscriptions.filter(({ fits, isNow, trials }) => !(fits && isNow && trials))).toEqual([])
  await platform.client().signIn(organizations[0]?.email ?? '', 'trellis-demo')
})

test('students come with families to one organization, which is refused a second time', async ({ platform }) => {
  const variables = { DATABASE_URL: platform.databaseUrl }
  const { subdomain, ...organization } = await platform.organization()
  const words = ['seed', '--students', '400', '--json']
  expect((await run(words, variables)).stderr).toContain('--organization')
  expect((await run([...words, '--organization', 'nowhere'], variables)).stderr).toContain('no organization')
  const loaded = await run([...words, '--organization', subdomain], variables)
  expect({ status: loaded.status, ...JSON.parse(loaded.stdout) }).toMatchObject({ status: 0, students: 400 })
  const again = await run([...words, '--organization', subdomain], variables)
  expect({ status: again.status, said: again.stderr }).toMatchObject({
    status: 1,
    said: expect.stringContaining('has 400 students already'),
  })
  const [guardian] = await query<{ email: string; children: number }>(
    platform.databaseUrl,
    `select min(u.email) as email, count(*)::float / count(distinct parent_id) as children
       from parent_students p join users u on u.id = p.parent_id`,
  )
  expect(guardian?.children).toBeGreaterThan(1.3)
  expect(guardian?.children).toBeLessThan(1.9)
  await organization.client().signIn(guardian?.email ?? '', 'trellis-demo')
  const [counts] = await query<Record<string, number>>(
    platform.databaseUrl,
    `select count(*) filter (where answer = 'given' and expires_on >= now())::int as given,
            count(*) filter (where expires_on < now())::int as expired,
            count(*) filter (where answer = 'refused')::int as refused, (select count(*)::int from student_health) as health
       from consent_answers`,
  )
  expect(counts).toMatchObject({ health: 400 })
  for (const state of ['given', 'expired', 'refused']) expect(counts?.[state], state).toBeGreaterThan(0)
})

const shapeOfUsers = `
  select c.relname as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i join pg_class c on c.oid = i.indexrelid
   where i.indrelid = 'users'::regclass
  union all select conname, pg_get_constraintdef(oid) from pg_constraint where conrelid = 'users'::regclass
  union all select 'forced', relforcerowsecurity::text from pg_class where oid = 'users'::regclass
   order by 1, 2`

test('loading synthetic data leaves indexes, constraints and row-level security as they were', async ({ platform }) => {
  const before = await query(platform.databaseUrl, shapeOfUsers)
  await run(['seed', '--organizations', '2', '--users', '4000'], { DATABASE_URL: platform.databaseUrl })
  expect(await query(platform.databaseUrl, shapeOfUsers)).toEqual(before)
})

test('interrupted synthetic data leaves no trace', async ({ platform }) => {
  const count = 'select (select count(*) from tenants) as tenants, (select count(*) from users) as users'
  const before = await query(platform.databaseUrl, count)
  const shape = await query(platform.databaseUrl, shapeOfUsers)
  const seeding = new Running(['seed', '--organizations', '10', '--users', '300000'], {
    DATABASE_URL: platform.databaseUrl,
  })
  await vi.waitUntil(() => seeding.stderr.includes('users: 100,000 of 300,000'), { timeout: 200_000 })
  expect((await seeding.kill('SIGINT')).status).not.toBe(0)
  expect(await query(platform.databaseUrl, count)).toEqual(before)
  expect(await query(platform.databaseUrl, shapeOfUsers)).toEqual(shape)
})

test('demo and synthetic data are refused in production', async ({ platform }) => {
  const variables = { DATABASE_URL: platform.databaseUrl, NODE_ENV: 'production' }
  const answers = await Promise.all([
    runAlone(['seed'], variables),
    runAlone(['seed', '--organizations', '1'], variables),
  ])
  for (const answer of answers) expect(answer).toMatchObject({ status: 1, stdout: '' })
})
