import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '#core/server/database/ports.ts'
import { installedPostgres, startInstalledPostgres } from '../../../core/testing/installed-postgres.ts'
import { fill, fillVariables, GUIDE, readRepositoryFile, type GuideBlock } from './guide.ts'
import { expectStatus, query, Skipped, waitUntil, withPlatform, type Recipe } from './recipe.ts'

const PROGRAM = '/usr/sbin/pgbouncer'
const PASSWORD = 'only-on-this-machine'
/** The account `nobody`: PgBouncer refuses to run as root. */
const NOBODY = { uid: 65_534, gid: 65_534 }

const addressBlock = {
  file: GUIDE,
  section: 'PgBouncer',
  language: 'sh',
  examples: ['learn:CHANGE-ME@127.0.0.1:6432', 'learn:CHANGE-ME@10.0.0.4:5432'],
} as const satisfies GuideBlock

/** The platform through PgBouncer in transaction mode, set up with the files of `core/operations/pgbouncer`. */
export const pgbouncer: Recipe = {
  name: 'PgBouncer in transaction mode',
  section: addressBlock.section,
  blocks: [addressBlock],
  run: async (directory) => {
    const installed = await installedPostgres()
    if (!installed || !existsSync(PROGRAM)) throw new Skipped('needs the packages postgresql and pgbouncer')
    const server = await startInstalledPostgres(installed, directory)
    try {
      const direct = await prepareServer(server.url, join(directory, 'installed-postgres'))
      const pooled = await startPgBouncer(directory, Number(new URL(server.url).port))
      try {
        return await tryPlatform(directory, direct, pooled.port)
      } finally {
        pooled.stop()
      }
    } finally {
      await server.stop()
    }
  },
}

const readOperations = (name: string) => readRepositoryFile(`core/operations/${name}`)

/** Asks everyone for a password, and lets PgBouncer look up those of others. @returns the address of the database */
async function prepareServer(url: string, data: string): Promise<string> {
  await query(url, `alter role trellis password '${PASSWORD}'`, 'create database learn')
  const database = Object.assign(new URL(url), { pathname: '/learn' })
  const sql = fill(await readOperations('pgbouncer/lookup.sql'), { 'CHANGE-ME': PASSWORD })
  await query(database.href, sql)
  await writeFile(join(data, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n')
  await query(url, 'select pg_reload_conf()')
  return Object.assign(database, { password: PASSWORD }).href
}

async function startPgBouncer(directory: string, serverPort: number) {
  const port = await freePort()
  const ini = fill(await readOperations('pgbouncer/pgbouncer.ini'), {
    'host=10.0.0.4 port=5432': `host=127.0.0.1 port=${serverPort}`,
    'listen_port = 6432': `listen_port = ${port}`,
    '/etc/pgbouncer/userlist.txt': join(directory, 'userlist.txt'),
  })
  await writeFile(join(directory, 'userlist.txt'), `"pgbouncer" "${PASSWORD}"\n`)
  await writeFile(join(directory, 'pgbouncer.ini'), ini)
  const account = process.getuid?.() === 0 ? NOBODY : {}
  const running = spawn(PROGRAM, [join(directory, 'pgbouncer.ini')], {
    ...account,
    cwd: '/',
    stdio: 'ignore',
  })
  return { port, stop: () => running.kill('SIGINT') }
}

async function tryPlatform(directory: string, direct: string, port: number): Promise<string> {
  const pooled = Object.assign(new URL(direct), { port }).href
  await waitUntil('PgBouncer answers', () => query(pooled, 'select 1').catch(() => undefined))
  const login = ({ username, password, host }: URL) => `${username}:${password}@${host}`
  const variables = await fillVariables(addressBlock, {
    'learn:CHANGE-ME@127.0.0.1:6432': login(new URL(pooled)),
    'learn:CHANGE-ME@10.0.0.4:5432': login(new URL(direct)),
  })
  return withPlatform(directory, { DATABASE_URL: pooled, ...variables }, async ({ platform, call }) => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => call('GET', '/api/tenants')))
    for (const answer of answers) expectStatus(answer, 200)
    expectStatus(await call('GET', '/api/ready'), 200)
    const [found] = await query<{ serving: number; backends: number }>(
      direct,
      `select count(*) filter (where usename like 'trellis_login_%')::int as serving, count(*)::int as backends
         from pg_stat_activity where datname = 'learn'`,
    )
    if (!found?.serving) throw new Error('Requests are not served as the role without rights')
    if (!platform.core.invalidations.live) throw new Error('The node does not hear of changes')
    return `60 requests at once over ${found.serving} connections, as the role without rights; jobs and news past it`
  })
}
