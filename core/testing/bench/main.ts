import { rm } from 'node:fs/promises'
import { cpus } from 'node:os'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import autocannon from 'autocannon'
import pg from 'pg'
import { readEnv } from '#config/env.ts'
import { startEmbeddedPostgres } from '#core/server/database/embedded.ts'
import { installedPostgres, startInstalledPostgres } from '../installed-postgres.ts'
import { temporaryDataDir } from '../temporary.ts'
import { measureAudit } from './audit.ts'
import { measureAutomation } from './automation.ts'
import { measureBackup } from './backup.ts'
import { ask, call, printLatencies, start, stop, type Child } from './children.ts'
import { scratchDatabase, seed } from './databases.ts'
import type { BareRoute, Statement } from './messages.ts'
import { report } from '../report.ts'

// `npm run bench`: a scratch database, the platform and a bare Fastify beside it, the same statements and the same
// answers from both, measured in turns on one machine; then the audit log, and backups. `-- --quick` leaves the million
// users out and takes fewer entries; `-- --only organizations`, `audit` or `backup` measures one of the three.

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '5' },
    only: { type: 'string', default: 'everything' },
  },
})
/** Seconds of one measurement; each side is measured twice. */
const SECONDS = Number(options.seconds)
const CONNECTIONS = 20
const PASSWORD = 'bench-password-1'

interface Measured {
  /** Answers per second. */
  rate: number
  /** Milliseconds. */
  p50: number
  p99: number
}

interface Case {
  name: string
  path: string
  host: string
  cookie: string
  bare: Omit<BareRoute, 'path' | 'statements' | 'columns'>
}

async function fire(port: number, { path, host, cookie }: Case, seconds: number): Promise<Measured> {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}${path}`,
    connections: CONNECTIONS,
    duration: seconds,
    headers: { host, cookie },
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${path}: ${result.non2xx} refusals, ${result.errors} errors`)
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}

const mean = (first: Measured, second: Measured): Measured => ({
  rate: (first.rate + second.rate) / 2,
  p50: (first.p50 + second.p50) / 2,
  p99: (first.p99 + second.p99) / 2,
})

/** Ours and the bare one in turns, so that whatever else the machine does meets both. */
async function compare(
  platform: Child,
  bare: Child,
  measured: Case,
  barePath: string,
): Promise<{ ours: Measured; bare: Measured }> {
  const plain = { ...measured, path: barePath }
  await fire(platform.port, measured, 1)
  await fire(bare.port, plain, 1)
  const first = { ours: await fire(platform.port, measured, SECONDS), bare: await fire(bare.port, plain, SECONDS) }
  const second = { ours: await fire(platform.port, measured, SECONDS), bare: await fire(bare.port, plain, SECONDS) }
  return { ours: mean(first.ours, second.ours), bare: mean(first.bare, second.bare) }
}

/** The statements behind one answer, and the answer. Run on a fresh server, so that nothing is in its memory yet. */
async function capture(
  platform: Child,
  { path, host, cookie }: Case,
): Promise<{ statements: Statement[]; body: unknown }> {
  await ask(platform, { ask: 'capture' }, 'capturing')
  const { status, body } = await call(platform.port, path, { host, cookie })
  if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`)
  const { statements } = await ask(platform, { ask: 'captured' }, 'captured')
  return { statements, body }
}

/** A super admin and an organization's admin whose passwords are known here. */
interface Known {
  admin: string
  member: string
  tenantId: string
  subdomain: string
  lastName: string
}

async function accounts(databaseUrl: string): Promise<Known> {
  const { hashPassword } = await import('#core/server/identity/passwords.ts')
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const hash = await hashPassword(PASSWORD)
  await client.query(
    `insert into users (tenant_id, username, email, password_hash, first_name, last_name, role)
     values (null, 'bench-admin', 'bench-admin@example.org', $1, 'Bench', 'Admin', 'superadmin')`,
    [hash],
  )
  const { rows } = await client.query<Omit<Known, 'admin' | 'member'> & { email: string }>(
    `update users u set password_hash = $1, must_change_password = false, role = 'tenant_admin' from tenants t
      where u.id = (select u.id from users u join tenants t on t.id = u.tenant_id and t.status = 'active' where u.is_active order by u.id offset 5000 limit 1)
        and t.id = u.tenant_id returning u.email, t.id as "tenantId", t.subdomain, u.last_name as "lastName"`,
    [hash],
  )
  await client.query('analyze')
  await client.end()
  const [member] = rows
  if (!member) throw new Error('The seed made no users')
  const { email, ...rest } = member
  return { admin: 'bench-admin@example.org', member: email, ...rest }
}

async function cases(platform: Child, known: Known): Promise<Case[]> {
  const signIn = async (host: string, email: string) =>
    (await call(platform.port, '/api/login', { host }, { email, password: PASSWORD })).cookie
  const admin = { host: 'localhost', cookie: await signIn('localhost', known.admin) }
  const organization = `${known.subdomain}.localhost`
  const member = { host: organization, cookie: await signIn(organization, known.member) }
  const every = 1000
  return [
    {
      name: '`GET /api/user`',
      path: '/api/user',
      ...member,
      bare: {
        column: 'mustChangePassword',
        limit: 1,
        single: true,
      },
    },
    {
      name: '`GET /api/tenants?limit=25`',
      path: '/api/tenants?limit=25',
      ...admin,
      bare: { column: 'adminEmail', limit: 25 },
    },
    {
      name: '`GET /api/users/search?searchTerm=…&limit=25`',
      path: `/api/users/search?searchTerm=${encodeURIComponent(known.lastName)}&limit=25`,
      ...admin,
      bare: { column: 'firstName', limit: 25, envelope: { under: 'users', beside: {} } },
    },
    {
      name: '`GET /api/sessions` of an organization',
      path: '/api/sessions',
      ...member,
      bare: { column: 'startDate', limit: every },
    },
  ]
}

/** What row-level security adds for the platform stands in the text for the bare server, which connects past it. */
function ofTenant({ text, values }: Statement, tenantId: string): Statement {
  return {
    text: text.replaceAll(/\bsessions s\b/g, `(select * from sessions where tenant_id = '${tenantId}') s`),
    values,
  }
}

/** Of the first row of an answer, or of the answer itself when it is one object. */
function columnsOf(body: unknown, under: string | undefined): string[] {
  const rows = under ? (body as Record<string, unknown>)[under] : body
  return Object.keys(Array.isArray(rows) ? ((rows[0] as object | undefined) ?? {}) : (rows as object))
}

/** @throws when the two answers are not the same, with the place where they part */
function expectSame(name: string, bare: unknown, platform: unknown): void {
  if (isDeepStrictEqual(bare, platform)) return
  const [first, second] = [JSON.stringify(bare), JSON.stringify(platform)]
  let at = 0
  while (first[at] === second[at]) at++
  const around = (text: string) => text.slice(Math.max(0, at - 100), at + 100)
  throw new Error(`${name}: the bare server answers\n${around(first)}\nand the platform\n${around(second)}`)
}

async function compareAll(databaseUrl: string, dataDir: string): Promise<void> {
  const known = await accounts(databaseUrl)
  const platform = await start('platform-server.ts', [], databaseUrl, dataDir)
  const measured = await cases(platform, known)
  const captured: { statements: Statement[]; body: unknown }[] = []
  for (const one of measured) captured.push(await capture(platform, one))
  const routes = measured.map((one, index): BareRoute => {
    const { statements = [], body } = captured[index] ?? {}
    const { envelope } = one.bare
    const beside =
      envelope && Object.fromEntries(Object.entries(body as object).filter(([name]) => name !== envelope.under))
    return {
      ...one.bare,
      path: `/${index}`,
      statements: statements.map((statement) => ofTenant(statement, known.tenantId)),
      columns: columnsOf(body, envelope?.under),
      ...(envelope ? { envelope: { ...envelope, beside: beside ?? {} } } : {}),
    }
  })
  const bare = await start('bare-server.ts', [JSON.stringify(routes)], databaseUrl, dataDir)
  report(
    '\n| endpoint | answers/s | p50 ms | p99 ms | bare answers/s | bare p99 ms | ratio |\n|---|---:|---:|---:|---:|---:|---:|',
  )
  for (const [index, one] of measured.entries()) {
    const plain = await call(bare.port, `/${index}`, {})
    expectSame(one.name, plain.body, captured[index]?.body)
    const { ours, bare: theirs } = await compare(platform, bare, one, `/${index}`)
    report(
      `| ${one.name} | ${ours.rate.toFixed(0)} | ${ours.p50.toFixed(1)} | ${ours.p99.toFixed(1)} | ${theirs.rate.toFixed(0)} | ${theirs.p99.toFixed(1)} | ${(ours.rate / theirs.rate).toFixed(2)} |`,
    )
  }
  const { rss } = await ask(platform, { ask: 'memory' }, 'memory')
  report(`\nMemory of the node process after the run: ${(rss / 1024 / 1024).toFixed(0)} MB`)
  await Promise.all([stop(platform), stop(bare)])
}

/** One search after the other, alone on the machine. */
async function searchAmongMany(databaseUrl: string, dataDir: string): Promise<void> {
  const known = await accounts(databaseUrl)
  const platform = await start('platform-server.ts', [], databaseUrl, dataDir)
  const { cookie } = await call(
    platform.port,
    '/api/login',
    { host: 'localhost' },
    { email: known.admin, password: PASSWORD },
  )
  const terms = [
    known.lastName,
    known.member,
    known.member.split('@')[0] ?? '',
    known.lastName.slice(0, 4),
    known.lastName.slice(0, 2),
    'zzyzx',
    'a',
    '%',
    '',
  ]
  const paths = terms.map((term) => `/api/users/search?searchTerm=${encodeURIComponent(term)}&limit=25`)
  await printLatencies(platform.port, paths, { host: 'localhost', cookie }, 100)
  await stop(platform)
}

async function measureOrganizations(): Promise<void> {
  const small = await scratchDatabase(server.url, `bench_${Date.now()}`)
  report(
    `Seeded in ${seed(small, directory, ['--organizations', '1000', '--users', '100000', '--sessions', '100000']).toFixed(0)} s`,
  )
  await compareAll(small, directory)
  if (options.quick) return
  const large = await scratchDatabase(server.url, `bench_${Date.now()}`)
  report(
    `\nA million users in 10,000 organizations seeded in ${seed(large, directory, ['--organizations', '10000', '--users', '1000000']).toFixed(0)} s`,
  )
  await searchAmongMany(large, directory)
  await measureAutomation(large, directory)
}

/** On a PostgreSQL of the system where there is one, since it brings the tools to compare with. */
async function measureBackups(): Promise<void> {
  const installed = await installedPostgres()
  const own = installed && (await startInstalledPostgres(installed, directory, ['max_wal_size=4GB']))
  const { url } = own ?? server
  try {
    const emptyDatabase = () => scratchDatabase(url, `bench_${Date.now()}`)
    const full = await emptyDatabase()
    const users = options.quick ? 20_000 : 1_000_000
    seed(full, directory, ['--organizations', String(users / 100), '--users', String(users)])
    report(`
${users.toLocaleString('en-US')} users; PostgreSQL ${installed?.version ?? 'of the packages'}`)
    await measureBackup({
      databaseUrl: full,
      dataDir: directory,
      entries: options.quick ? 100_000 : 5_000_000,
      tools: installed?.bin,
      emptyDatabase,
    })
  } finally {
    await own?.stop()
  }
}

const directory = await temporaryDataDir()
const { databaseUrl } = readEnv({ ...process.env, DATA_DIR: directory })
const server = databaseUrl
  ? { url: databaseUrl, stop: async () => undefined }
  : await startEmbeddedPostgres(directory, ['max_wal_size=4GB'])
try {
  report(
    `Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model}), ${CONNECTIONS} connections, ${SECONDS} s each, twice`,
  )
  if (options.only === 'everything' || options.only === 'organizations') await measureOrganizations()
  if (options.only === 'everything' || options.only === 'audit') {
    const log = await scratchDatabase(server.url, `bench_${Date.now()}`)
    await measureAudit(log, directory, options.quick ? 400_000 : 10_000_000)
  }
  if (options.only === 'everything' || options.only === 'backup') await measureBackups()
} finally {
  await server.stop()
  await rm(directory, { recursive: true, force: true })
}
