import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { loadAudit } from './audit.ts'
import { environment, flagsOfStart } from './children.ts'
import { report } from '../../../core/testing/report.ts'

export interface BackupMeasurement {
  /** With organizations and users in it. */
  databaseUrl: string
  dataDir: string
  /** Audit entries to add. */
  entries: number
  /** The folder of pg_dump and pg_restore that fit the server; undefined leaves them out. */
  tools: string | undefined
  /** Makes an empty database on the same server. */
  emptyDatabase: () => Promise<string>
}

interface Taken {
  seconds: number
  /** Bytes; undefined where the system does not tell. */
  peak: number | undefined
  output: string
}

const MEGABYTE = 1024 ** 2

/** A backup of everything and its restore into an empty database, beside PostgreSQL's own tools. Prints a table. */
export async function measureBackup(measured: BackupMeasurement): Promise<void> {
  const { databaseUrl, dataDir, tools, entries, emptyDatabase } = measured
  await loadAudit(databaseUrl, dataDir, entries)
  const size = await databaseSize(databaseUrl)
  report(
    `\n| a database of ${megabytes(size)} MB, ${entries.toLocaleString('en-US')} audit entries in it | seconds | MB/s | peak memory MB | file MB |\n|---|---:|---:|---:|---:|`,
  )
  const tell = (name: string, { seconds, peak }: Taken, file: number) => {
    const rate = size / MEGABYTE / seconds
    report(
      `| ${name} | ${seconds.toFixed(1)} | ${rate.toFixed(1)} | ${peak ? megabytes(peak) : ''} | ${megabytes(file)} |`,
    )
  }
  const main = fileURLToPath(new URL('../../../cli/main.ts', import.meta.url))
  const platform = (url: string, folder: string, words: string[]) =>
    measure(process.execPath, [...flagsOfStart(), main, 'backup', ...words], environment(url, folder))

  const created = await platform(databaseUrl, dataDir, ['create', '--json'])
  const { name } = JSON.parse(created.output) as { name: string }
  const archive = join(dataDir, 'backups', name)
  tell('`backup create`', created, (await stat(archive)).size)
  const dump = join(dataDir, 'database.dump')
  if (tools) {
    const dumped = await measure(join(tools, 'pg_dump'), ['-Fc', '-f', dump, databaseUrl], {
      PATH: process.env['PATH'],
    })
    tell('`pg_dump -Fc`', dumped, (await stat(dump)).size)
  }

  const restored = await inEmptyDatabase(emptyDatabase, (url) =>
    platform(url, join(dataDir, 'restored'), ['restore', archive, '--yes', basename(archive)]),
  )
  tell('`backup restore`', restored, (await stat(archive)).size)
  if (!tools) return
  const theirs = await inEmptyDatabase(emptyDatabase, (url) =>
    measure(join(tools, 'pg_restore'), ['-j2', '-d', url, dump], { PATH: process.env['PATH'] }),
  )
  tell('`pg_restore -j2`', theirs, (await stat(dump)).size)
}

const megabytes = (bytes: number) => (bytes / MEGABYTE).toFixed(0)

async function inEmptyDatabase(
  emptyDatabase: () => Promise<string>,
  work: (url: string) => Promise<Taken>,
): Promise<Taken> {
  const url = await emptyDatabase()
  const taken = await work(url)
  const client = new pg.Client({ connectionString: url.replace(/\/[^/]*$/, '/postgres') })
  await client.connect()
  await client.query(`drop database ${new URL(url).pathname.slice(1)} with (force)`).finally(() => client.end())
  return taken
}

async function databaseSize(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client
    .query<{ size: string }>('select pg_database_size(current_database()) as size')
    .finally(() => client.end())
  return Number(rows[0]?.size)
}

/** @throws when the program fails, with what it said */
async function measure(program: string, words: string[], env: NodeJS.ProcessEnv): Promise<Taken> {
  const began = performance.now()
  const child = spawn(program, words, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { output: '', errors: '' }
  child.stdout.on('data', (chunk: Buffer) => (said.output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said.errors += chunk.toString()))
  let peak: number | undefined
  const looking = setInterval(() => {
    void peakMemory(child.pid).then((bytes) => (peak = bytes ?? peak))
  }, 200)
  const [code] = (await once(child, 'close')) as [number | null]
  clearInterval(looking)
  if (code !== 0) throw new Error(`${basename(program)} ${words.join(' ')} ended with ${code}: ${said.errors}`)
  return { seconds: (performance.now() - began) / 1000, peak, output: said.output }
}

/** The most memory that a process has had, of which Linux keeps a note. */
async function peakMemory(pid: number | undefined): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}
