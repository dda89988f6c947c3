import { rm } from 'node:fs/promises'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { readEnv } from '#config/env.ts'
import { startEmbeddedPostgres } from '#core/server/database/embedded.ts'
import { installedPostgres, startInstalledPostgres } from '../../../core/testing/installed-postgres.ts'
import { temporaryDataDir } from '../../../core/testing/temporary.ts'
import { accounts, PASSWORD, type Known } from './accounts.ts'
import { measureAttempts } from './attempts.ts'
import { measureAudit } from './audit.ts'
import { measureAuthoring } from './authoring.ts'
import { measureAutomation } from './automation.ts'
import { measureBackup } from './backup.ts'
import { call, start, type Child } from './children.ts'
import { compareAll, CONNECTIONS, type Case } from './compare.ts'
import { scratchDatabase, seed } from './databases.ts'
import { measureDoor } from './door.ts'
import { measureFailures } from './failures.ts'
import { measureGrading } from './grading.ts'
import { measureLearning } from './learning.ts'
import { measureMigration } from './migration.ts'
import { measureMorning } from './morning.ts'
import { measureOfflineStart } from './offline-start.ts'
import { measurePhone } from './phone.ts'
import { measurePrograms } from './programs.ts'
import { measureRosters } from './rosters.ts'
import { measureTraining } from './training.ts'
import { searchAmongMany } from './search.ts'
import { measureWebhooks } from './webhooks.ts'
import { report } from '../../../core/testing/report.ts'

// `npm run bench`: a scratch database, the platform and a bare Fastify beside it, the same statements and the same
// answers from both, measured in turns on one machine; then an organization of 10,000 students, searches and the
// automation among a million users, the audit log, backups, and a school in the morning. `-- --quick` leaves the million users out and takes fewer entries;
// `-- --only search` measures one of the parts, `-- --only search,morning` several, `-- --only learning` all of lessons and quizzes.

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '5' },
    only: { type: 'string' },
    waterfall: { type: 'boolean', default: false },
  },
})
/** Seconds of one measurement; each side is measured twice. */
const MEASUREMENT_SECONDS = Number(options.seconds)
/** Parts that take a database of their own, which takes a while. */
const MANY_USER_PARTS = new Set(['search', 'automation'])

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

async function measureOrganizations(): Promise<void> {
  const databaseUrl = await seedDatabase('1000', '100000', ['--sessions', '100000'])
  const known = await accounts(databaseUrl)
  const platform = await start('platform-server.ts', [], databaseUrl, directory)
  const { tenantId } = known
  await compareAll(platform, await cases(platform, known), {
    databaseUrl,
    dataDir: directory,
    tenantId,
    seconds: MEASUREMENT_SECONDS,
  })
}

async function measureProgramsOfOne(): Promise<void> {
  const databaseUrl = await seedDatabase('1000', '100000', ['--sessions', '20000'])
  await measurePrograms({
    databaseUrl,
    dataDir: directory,
    students: options.quick ? 1000 : 10_000,
    seconds: MEASUREMENT_SECONDS,
  })
}

let many: Promise<string> | undefined

/** A million users in 10,000 organizations, for every part that is about them. */
const manyUsers = () => (many ??= seedDatabase('10000', '1000000'))

async function seedDatabase(organizations: string, users: string, more: string[] = []): Promise<string> {
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
  programs: measureProgramsOfOne,
  search: async () => searchAmongMany(await manyUsers(), directory),
  automation: async () => measureAutomation(await manyUsers(), directory),
  audit: async () => measureAudit(await emptyDatabase(), directory, options.quick ? 400_000 : 10_000_000),
  backup: measureBackups,
  authoring: async () => measureAuthoring({ databaseUrl: await seedDatabase('100', '10000'), dataDir: directory }),
  lessons: async () =>
    measureLearning({
      databaseUrl: await seedDatabase('100', '10000'),
      dataDir: directory,
      seconds: MEASUREMENT_SECONDS,
    }),
  attempts: async () =>
    measureAttempts({
      databaseUrl: await seedDatabase('100', '10000'),
      dataDir: directory,
      seconds: MEASUREMENT_SECONDS,
    }),
  failures: () => measureFailures(directory),
  grading: async () => measureGrading({ databaseUrl: await seedDatabase('100', '10000'), dataDir: directory }),
  training: async () => measureTraining({ databaseUrl: await seedDatabase('100', '10000'), dataDir: directory }),
  migration: async () => measureMigration({ databaseUrl: await seedDatabase('10', '6000'), dataDir: directory }),
  rosters: async () => measureRosters({ databaseUrl: await seedDatabase('100', '10000'), dataDir: directory }),
  door: async () =>
    measureDoor({
      databaseUrl: await seedDatabase('100', '10000', ['--sessions', '2000']),
      dataDir: directory,
      within: MEASUREMENT_SECONDS * 12_000,
    }),
  webhooks: async () => measureWebhooks(await seedDatabase('100', '10000'), directory),
  'offline-start': async () => measureOfflineStart(await emptyDatabase(), directory),
  phone: async () => measurePhone(await emptyDatabase(), directory, options.waterfall),
  morning: async () => measureMorning(await seedDatabase('10', '6000'), directory),
}
/** Names for several parts. */
const together: Record<string, string[]> = { learning: ['lessons', 'attempts', 'failures'] }
const chosen =
  options.only?.split(',').flatMap((name) => together[name] ?? [name]) ??
  Object.keys(parts).filter((part) => !options.quick || !MANY_USER_PARTS.has(part))
const unknown = chosen.filter((part) => !parts[part])
if (unknown.length > 0)
  throw new Error(
    `There is no part ${unknown.join(', ')}; ${[...Object.keys(parts), ...Object.keys(together)].join(', ')}`,
  )

const directory = await temporaryDataDir()
const { databaseUrl } = readEnv({ ...process.env, DATA_DIR: directory })
const server = databaseUrl
  ? { url: databaseUrl, stop: async () => undefined }
  : await startEmbeddedPostgres(directory, ['max_wal_size=4GB'])
try {
  report(
    `Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model}), ${CONNECTIONS} connections, ${MEASUREMENT_SECONDS} s each, twice`,
  )
  for (const part of chosen) await parts[part]?.()
} finally {
  await server.stop()
  await rm(directory, { recursive: true, force: true })
}
