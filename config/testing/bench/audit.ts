import { fork, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { hashPassword } from '#core/server/identity/passwords.ts'
import { call, environment, flagsOfStart, printLatencies, start, stop } from './children.ts'
import { report } from '../../../core/testing/report.ts'

const ADMIN = { email: 'bench-audit@example.org', password: 'bench-password-1' }
const ROUNDS = 200

const lists = [
  '/api/audit-logs',
  '/api/audit-logs?category=billing',
  '/api/audit-logs?category=auth',
  '/api/audit-logs?severity=error',
  '/api/audit-logs?tenantId=00000000-0000-4000-8000-000000000001',
  '/api/audit-logs?tenantId=00000000-0000-4000-8000-000000000900',
  '/api/audit-logs?search=robotics',
  '/api/audit-logs?search=origami',
  '/api/audit-logs?search=zeppelin',
  '/api/audit-logs?search=nothing-has-this',
  '/api/audit-logs?range=90d&search=zeppelin',
  '/api/audit-logs?range=90d&category=security',
  '/api/audit-logs/figures',
  '/api/analytics/sign-ins?range=30d&by=day',
  '/api/analytics/sign-ins?range=12m&by=month',
]

/** The newest page of the audit log under each filter, among so many entries of 400 days, and its verification. */
export async function measureAudit(databaseUrl: string, dataDir: string, entries: number): Promise<void> {
  const { loaded, sealed } = await loadAudit(databaseUrl, dataDir, entries)
  report(
    `\n${entries.toLocaleString('en-US')} audit entries loaded in ${loaded.toFixed(0)} s, sealed in ${sealed.toFixed(0)} s`,
  )
  await measureReads(databaseUrl, dataDir)
  const began = Date.now()
  const main = fileURLToPath(new URL('../../../cli/main.ts', import.meta.url))
  const { status, stdout } = spawnSync(process.execPath, [main, 'audit', 'verify', '--json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: environment(databaseUrl, dataDir),
  })
  const verified = JSON.parse(stdout.toString()) as { entries: number; intact: boolean }
  if (status !== 0 || !verified.intact) throw new Error(`The verification ended with ${status}: ${stdout.toString()}`)
  report(
    `\n\`audit verify\` of ${verified.entries.toLocaleString('en-US')} entries: ${((Date.now() - began) / 1000).toFixed(0)} s`,
  )
}

/** Adds entries of the last 400 days, and seals them. @returns the seconds that each took */
export function loadAudit(
  databaseUrl: string,
  dataDir: string,
  entries: number,
): Promise<{ loaded: number; sealed: number }> {
  const file = fileURLToPath(new URL('../../../plugins/audit/testing/load.ts', import.meta.url))
  const child = fork(file, [String(entries)], { env: environment(databaseUrl, dataDir), execArgv: flagsOfStart() })
  return new Promise((resolve, reject) => {
    let taken: { loaded: number; sealed: number } | undefined
    child.on('message', (message: typeof taken) => (taken = message))
    child.once('exit', (code) => (taken ? resolve(taken) : reject(new Error(`Loading ended with ${code}`))))
  })
}

async function measureReads(databaseUrl: string, dataDir: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `insert into users (tenant_id, username, email, password_hash, first_name, last_name, role)
     values (null, 'bench-audit', $1, $2, 'Bench', 'Admin', 'superadmin')`,
    [ADMIN.email, await hashPassword(ADMIN.password)],
  )
  await client.end()
  const platform = await start('platform-server.ts', [], databaseUrl, dataDir)
  const host = 'localhost'
  const { cookie } = await call(platform.port, '/api/login', { host }, ADMIN)
  await printLatencies(platform.port, lists, { host, cookie }, ROUNDS)
  await stop(platform)
}
