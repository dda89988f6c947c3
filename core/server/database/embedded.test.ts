import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryDataDir } from '#core/testing/temporary.ts'
import { startEmbeddedPostgres } from './embedded.ts'
import { hasNumber, isRunning } from './processes.ts'

const FLAGS = ['fsync=off']

// Every start creates or recovers a cluster, which is slow on a busy machine.
vi.setConfig({ testTimeout: 360_000 })

async function newDirectory(): Promise<string> {
  const directory = await temporaryDataDir()
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

async function ask<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

interface Words {
  words: readonly string[]
  uid: number
  gid: number
}

/** Reads the command line and the account of a process. */
async function startOf(pid: number): Promise<Words> {
  const { uid, gid } = await stat(`/proc/${pid}`)
  return { words: (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').slice(0, -1), uid, gid }
}

/** Starts a process whose parent never reaps it, as PID 1 of many containers: killed, it stays as a zombie. */
async function unreaped({ words, uid, gid }: Words): Promise<number> {
  const parent = spawn('sh', ['-c', '"$@" >/dev/null 2>&1 & echo $!; exec sleep 600', 'sh', ...words], {
    uid,
    gid,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => void parent.kill('SIGKILL'))
  const [said] = (await once(parent.stdout, 'data')) as [Buffer]
  const pid = Number(said.toString())
  onTestFinished(() => void (hasNumber(pid) && process.kill(pid, 'SIGKILL')))
  return pid
}

const isZombie = async (pid: number) => /\) Z /.test(await readFile(`/proc/${pid}/stat`, 'utf8'))

/** A data directory with a row in it whose server runs unreaped. */
async function serverWithoutReaper() {
  const directory = await newDirectory()
  const first = await startEmbeddedPostgres(directory, FLAGS)
  await ask(first.url, 'create table kept as select 1 as number')
  const command = await startOf(first.pid)
  await first.stop()
  const pid = await unreaped(command)
  await expect.poll(() => ask(first.url, 'select').catch(() => undefined)).toBeDefined()
  return { directory, pid, url: first.url, command }
}

async function startAgain(directory: string) {
  const server = await startEmbeddedPostgres(directory, FLAGS)
  onTestFinished(server.stop)
  expect(await ask(server.url, 'select number from kept')).toEqual([{ number: 1 }])
  return server
}

// The state of a process is read from /proc.
const elsewhere = process.platform !== 'linux'

test.skipIf(elsewhere)(
  'platform and PostgreSQL killed, and not reaped by anyone: the next start has a server of its own',
  async () => {
    const { directory, pid } = await serverWithoutReaper()
    const embedded = new URL('./embedded.ts', import.meta.url).href
    const source = `await (await import('${embedded}')).startEmbeddedPostgres('${directory}'); setInterval(() => {}, 1000)`
    const { uid, gid } = await stat('/proc/self')
    const platform = await unreaped({ words: [process.execPath, '--input-type=module', '--eval', source], uid, gid })
    await expect.poll(() => readFile(join(directory, 'owner.pid'), 'utf8').catch(() => '')).toBe(String(platform))
    for (const killed of [pid, platform]) process.kill(killed, 'SIGKILL')
    await expect.poll(async () => [await isZombie(pid), await isZombie(platform)]).toEqual([true, true])

    const server = await startAgain(directory)
    expect(server.pid).not.toBe(pid)
    expect([await isZombie(pid), await isZombie(platform)]).toEqual([true, true])
    await server.stop()
    await expect(ask(server.url, 'select')).rejects.toThrow('ECONNREFUSED')
  },
)

test.skipIf(elsewhere)('a server that dies during start-up is replaced by another one', async () => {
  const { directory, pid } = await serverWithoutReaper()
  process.kill(pid, 'SIGSTOP')
  const starting = startAgain(directory)
  await expect.poll(() => readFile(join(directory, 'starting.pid'), 'utf8').catch(() => '')).toBe(String(process.pid))
  process.kill(pid, 'SIGKILL')
  expect((await starting).pid).not.toBe(pid)
})

test.skipIf(elsewhere)('stopping ends with the death of a server that no one reaps', async () => {
  const { directory, pid } = await serverWithoutReaper()
  const taken = await startEmbeddedPostgres(directory, FLAGS)
  expect(taken.pid).toBe(pid)
  await taken.stop()
  expect(await isZombie(pid)).toBe(true)
})

test.skipIf(elsewhere)(
  'a lock whose number belongs to another program by now, or to another PostgreSQL, is not minded',
  async () => {
    const { directory, pid, command } = await serverWithoutReaper()
    const lock = join(directory, 'data', 'postmaster.pid')
    const text = await readFile(lock, 'utf8')
    process.kill(pid, 'SIGKILL')
    const other = await startEmbeddedPostgres(await newDirectory(), FLAGS)
    onTestFinished(other.stop)
    const program = await unreaped({ ...command, words: ['sleep', '600'] })
    for (const number of [program, other.pid]) {
      await writeFile(lock, text.replace(/^\d+/, String(number)))
      const server = await startAgain(directory)
      expect(server.pid).not.toBe(number)
      await server.stop()
    }
    expect(await isRunning(program)).toBe(true)
    expect(await ask(other.url, 'select 1 as alive')).toEqual([{ alive: 1 }])
  },
)

test.skipIf(elsewhere)(
  'a copied directory has a server of its own, beside the one that it was copied from',
  async () => {
    const { directory, pid } = await serverWithoutReaper()
    const copy = await newDirectory()
    const taken = await startEmbeddedPostgres(directory, FLAGS)
    await taken.stop()
    await promisify(execFile)('cp', ['-a', `${directory}/.`, copy])
    const original = await startEmbeddedPostgres(directory, FLAGS)
    onTestFinished(original.stop)
    expect(original.pid).not.toBe(pid)
    await promisify(execFile)('cp', ['-a', `${directory}/data/postmaster.pid`, `${copy}/data/`])
    const server = await startAgain(copy)
    expect(server.pid).not.toBe(original.pid)
    expect(await ask(original.url, 'select number from kept')).toEqual([{ number: 1 }])
  },
)
