import { freePort } from '#core/server/database/ports.ts'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

/** Folder in which Debian and similar systems install each version of PostgreSQL. */
const INSTALL_FOLDER = '/usr/lib/postgresql'

/** A PostgreSQL of the system with its tools, which the packages' one comes without. */
export interface InstalledPostgres {
  version: number
  /** The folder of `postgres`, `pg_dump` and so on. */
  bin: string
}

/** The newest one of at least version 15, or the one of this version; undefined where there is none. */
export async function installedPostgres(wanted?: number): Promise<InstalledPostgres | undefined> {
  const versions = await readdir(INSTALL_FOLDER).catch(() => [])
  return versions
    .map((name) => ({ version: Number(name), bin: join(INSTALL_FOLDER, name, 'bin') }))
    .filter(({ version, bin }) => version >= 15 && existsSync(join(bin, 'initdb')) && version === (wanted ?? version))
    .toSorted((first, second) => second.version - first.version)[0]
}

/** Starts it on a free port with its data in a new folder inside of `directory`, which its account can reach. */
export async function startInstalledPostgres(
  { bin }: InstalledPostgres,
  directory: string,
  flags: readonly string[] = [],
): Promise<{ url: string; stop: () => Promise<void> }> {
  const data = join(directory, 'installed-postgres')
  await mkdir(data, { recursive: true, mode: 0o700 })
  const account = await unprivilegedUser()
  if (account) await chown(data, account.uid, account.gid)
  const options = { ...account, cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } }
  // Reachable from this machine alone, for as long as it runs.
  const initial = [`--pgdata=${data}`, '--username=trellis', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']
  await run(join(bin, 'initdb'), initial, options)
  const port = await freePort()
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...flags]
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...options, stdio: 'ignore' },
  )
  const ended = once(server, 'exit')
  const url = `postgres://trellis@127.0.0.1:${port}/postgres`
  await untilReady(url)
  return {
    url,
    stop: async () => {
      server.kill('SIGINT')
      await ended
    },
  }
}

/** PostgreSQL refuses to run as root. */
async function unprivilegedUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const number = async (option: string) => Number((await run('id', [option, 'postgres'])).stdout.trim())
  return { uid: await number('-u'), gid: await number('-g') }
}

async function untilReady(url: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; ;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}
