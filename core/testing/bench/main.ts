import { rm } from 'node:fs/promises'
import { cpus } from 'node:os'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { readEnv } from '#config/env.ts'
import { startEmbeddedPostgres } from '#core/server/database/embedded.ts'
import { installedPostgres, startInstalledPostgres } from '../installed-postgres.ts'
import { temporaryDataDir } from '../temporary.ts'
import { accounts, PASSWORD, type Known } from './accounts.ts'
import { measureAudit } from './audit.ts'
import { measureAutomation } from './automation.ts'
import { measureBackup } from './backup.ts'
import { ask, call, start, stop, type Child } from './children.ts'
import { scratchDatabase, seed } from './databases.ts'
import { measureMorning } from './morning.ts'
import { searchAmongMany } from './search.ts'
import type { BareRoute, Statement } from './messages.ts'
import { report } from '../report.ts'

// `npm run bench`: a scratch database, the platform and a bare Fastify beside it, the same statements and the same
// answers from both, measured in turns on one machine; then searches and the automation among a million users, the audit
// log, backups, and a school in the morning. `-- --quick` leaves the million users out and takes fewer entries;
// `-- --only search` measures one of the parts, `-- --only search,morning` several.

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '5' },
    only: { type: 'string' },
  },
})
/** Seconds of one measurement; each side is measured twice. */
const SECONDS = Number(options.seconds)
const CONNECTIONS = 20
/** Parts that take a database of their own, which takes a while. */
const OF_MANY_USERS = new Set(['search', 'automation'])

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
      name: '`GET /api/users/search?limit=25`',
      path: '/api/users/search?limit=25',
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

async function measureOrganizations(): Promise<void> {
  await compareAll(await seeded('1000', '100000', ['--sessions', '100000']), directory)
}

let many: Promise<string> | undefined

/** A million users in 10,000 organizations, for every part that is about them. */
const manyUsers = () => (many ??= seeded('10000', '1000000'))

async function seeded(organizations: string, users: string, more: string[] = []): Promise<string> {
  const databaseUrl = await emptyDatabase()
  const seconds = seed(databaseUrl, directory, ['--organizations', organizations, '--users', users, ...more])
  report(`\nSeeded ${users} users in ${organizations} organizations in ${seconds.toFixed(0)} s`)
  return databaseUrl
}

const emptyDatabase = (url = server.url) => scratchDatabase(url, `bench_${Date.now()}`)

/** On a PostgreSQL of the system where there is one, since it brings the tools to compare with. */
async function measureBackups(): Promise<void> {
  const installed = await installedPostgres()
  const own = installed && (await startInstalledPostgres(installed, directory, ['max_wal_size=4GB']))
  const { url } = own ?? server
  try {
    const full = await emptyDatabase(url)
    const users = options.quick ? 20_000 : 1_000_000
    seed(full, directory, ['--organizations', String(users / 100), '--users', String(users)])
    report(`
${users.toLocaleString('en-US')} users; PostgreSQL ${installed?.version ?? 'of the packages'}`)
    await measureBackup({
      databaseUrl: full,
      dataDir: directory,
      entries: options.quick ? 100_000 : 5_000_000,
      tools: installed?.bin,
      emptyDatabase: () => emptyDatabase(url),
    })
  } finally {
    await own?.stop()
  }
}

const parts: Record<string, () => Promise<void>> = {
  organizations: measureOrganizations,
  search: async () => searchAmongMany(await manyUsers(), directory),
  automation: async () => measureAutomation(await manyUsers(), directory),
  audit: async () => measureAudit(await emptyDatabase(), directory, options.quick ? 400_000 : 10_000_000),
  backup: measureBackups,
  morning: async () => measureMorning(await seeded('10', '6000'), directory),
}
const chosen =
  options.only?.split(',') ?? Object.keys(parts).filter((part) => !options.quick || !OF_MANY_USERS.has(part))
const unknown = chosen.filter((part) => !parts[part])
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}; ${Object.keys(parts).join(', ')}`)

const directory = await temporaryDataDir()
const { databaseUrl } = readEnv({ ...process.env, DATA_DIR: directory })
const server = databaseUrl
  ? { url: databaseUrl, stop: async () => undefined }
  : await startEmbeddedPostgres(directory, ['max_wal_size=4GB'])
try {
  report(
    `Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model}), ${CONNECTIONS} connections, ${SECONDS} s each, twice`,
  )
  for (const part of chosen) await parts[part]?.()
} finally {
  await server.stop()
  await rm(directory, { recursive: true, force: true })
}
