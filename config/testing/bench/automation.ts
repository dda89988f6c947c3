import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { hashPassword } from '#core/server/identity/passwords.ts'
import { call, environment, flagsOfStart, printLatencies, start, stop } from './children.ts'
import type { CycleTaken } from './cycle-process.ts'
import { report } from '../../../core/testing/report.ts'

const ADMIN = { email: 'bench-billing@example.org', password: 'bench-password-1' }

/** Subscriptions that use more than their plan allows. */
const EXCEEDING_COUNT = 1000

/**
 * The automation's cycle and the lists and figures of subscriptions, on a database with organizations that have about 20
 * users each. Prints two tables.
 */
export async function measureAutomation(databaseUrl: string, dataDir: string): Promise<void> {
  const subscriptions = await subscribeAll(databaseUrl)
  const runs: [string, CycleTaken][] = [
    [`${EXCEEDING_COUNT} exceed a limit, one in thirty is due`, await runCycle(databaseUrl, dataDir)],
    ['nothing has changed since', await runCycle(databaseUrl, dataDir)],
  ]
  await query(databaseUrl, 'update subscriptions set current_period_end = now() where current_period_start < now()')
  runs.push(['all of them are due', await runCycle(databaseUrl, dataDir)])
  report(
    `\n| cycle over ${subscriptions.toLocaleString('en-US')} subscriptions | seconds | memory before MB | peak MB |\n|---|---:|---:|---:|`,
  )
  const megabytes = (bytes: number) => (bytes / 1024 ** 2).toFixed(0)
  for (const [name, { seconds, memoryBefore, memoryPeak }] of runs) {
    report(`| ${name} | ${seconds.toFixed(1)} | ${megabytes(memoryBefore)} | ${megabytes(memoryPeak)} |`)
  }
  await measureReads(databaseUrl, dataDir)
}

async function query(databaseUrl: string, text: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await client.query(text, values)
  } finally {
    await client.end()
  }
}

/** Subscribes organizations to a large plan, a few to one with five places. @returns how many subscribe */
async function subscribeAll(databaseUrl: string): Promise<number> {
  await query(
    databaseUrl,
    `insert into users (tenant_id, username, email, password_hash, first_name, last_name, role)
     values (null, 'bench-billing', $1, $2, 'Bench', 'Admin', 'superadmin')`,
    [ADMIN.email, await hashPassword(ADMIN.password)],
  )
  await query(
    databaseUrl,
    `insert into subscription_plans (name, display_name, price, billing_interval, max_users, ever_used)
     values ('bench', 'Bench', 9, 'monthly', 5, true)`,
  )
  const { rowCount } = await query(
    databaseUrl,
    `with numbered as (select id, row_number() over (order by id) as number from tenants)
     insert into subscriptions (tenant_id, plan_id, status, current_period_start, current_period_end, period_anchor, anchor_interval)
     select n.id, p.id, 'active', now() - (number % 30) * interval '1 day' - interval '1 hour',
            now() + (29 - number % 30) * interval '1 day' - interval '1 hour',
            now() - (number % 30) * interval '1 day' - interval '1 hour', 'monthly'
       from numbered n join subscription_plans p on p.name = case when number <= $1 then 'bench' else 'starter' end
     on conflict (tenant_id) do update set plan_id = excluded.plan_id, status = 'active',
       current_period_start = excluded.current_period_start, current_period_end = excluded.current_period_end,
       period_anchor = excluded.period_anchor, anchor_interval = 'monthly', past_due_reason = null,
       past_due_since = null, grace_ends_at = null, canceled_at = null`,
    [EXCEEDING_COUNT],
  )
  await query(databaseUrl, 'analyze')
  return rowCount ?? 0
}

function runCycle(databaseUrl: string, dataDir: string): Promise<CycleTaken> {
  const child = fork(fileURLToPath(new URL('cycle-process.ts', import.meta.url)), [], {
    env: environment(databaseUrl, dataDir),
    execArgv: flagsOfStart(),
  })
  return new Promise((resolve, reject) => {
    let taken: CycleTaken | undefined
    child.on('message', (message: CycleTaken) => (taken = message))
    child.once('exit', (code) => (taken ? resolve(taken) : reject(new Error(`The cycle ended with ${code}`))))
  })
}

async function measureReads(databaseUrl: string, dataDir: string): Promise<void> {
  const platform = await start('platform-server.ts', [], databaseUrl, dataDir)
  const host = 'localhost'
  const { cookie } = await call(platform.port, '/api/login', { host }, ADMIN)
  const paths = ['/api/subscriptions?limit=25', '/api/dashboard/stats', '/api/subscriptions/stats']
  await printLatencies(platform.port, paths, { host, cookie }, 200)
  await stop(platform)
}
