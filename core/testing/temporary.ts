import { commandOf, isRunning } from '#core/server/database/processes.ts'
import { chmod, glob, mkdir, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder in memory, which Linux has. */
const MEMORY_FOLDER = '/dev/shm'
/** Linux's number of the file system tmpfs. */
const TMPFS_TYPE = 0x01021994
/** Bytes that a run of all tests must find there: it takes less than half of them. */
const RUN_BYTES = 4 * 1024 ** 3

/** The folder in memory where a run's files and databases fit; the system's temporary folder elsewhere. */
async function roomyFolder(): Promise<string> {
  const memory = await statfs(MEMORY_FOLDER).catch(() => undefined)
  const fits = memory?.type === TMPFS_TYPE && memory.bavail * memory.bsize >= RUN_BYTES
  return fits && process.availableMemory() >= 2 * RUN_BYTES ? MEMORY_FOLDER : tmpdir()
}

/** A new folder for data that a PostgreSQL under another account than root's can reach. Who makes it removes it. */
export function temporaryDataDir(): Promise<string> {
  return newFolder(join(tmpdir(), 'trellis-'))
}

async function newFolder(prefix: string): Promise<string> {
  const directory = await mkdtemp(prefix)
  await chmod(directory, 0o755)
  return directory
}

const folders: string[] = []

/** A new folder for what a test file keeps, gone when the file has run. */
export async function temporaryFolder(): Promise<string> {
  const folder = await temporaryDataDir()
  folders.push(folder)
  return folder
}

/** Removes the folders of a test file. */
export async function removeTemporaryFolders(): Promise<void> {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })))
}

/** Folder in which tools store compiled files by default; Node's own name for it. */
const TOOLS_FOLDER = 'node-compile-cache'
/** Folders of what ends with its process, which removes nothing then. */
const PROCESSES_FOLDER = 'processes'

/** A new folder for what runs as long as this process, gone with the folder of the run. */
export async function folderOfProcess(): Promise<string> {
  await mkdir(join(tmpdir(), PROCESSES_FOLDER), { recursive: true })
  return mkdtemp(join(tmpdir(), PROCESSES_FOLDER, 'process-'))
}

/** Lets this process, and those that it starts from now on, keep temporary files in a folder. */
function keepTemporaryFilesIn(folder: string | undefined): void {
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) {
    if (folder === undefined) delete process.env[name]
    else process.env[name] = folder
  }
}

/** Keeps temporary files in another folder while `work` is under way, such as of a library that asks for none. */
export async function withTemporaryFolder<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  const before = process.env['TMPDIR']
  keepTemporaryFilesIn(folder)
  try {
    return await work()
  } finally {
    keepTemporaryFilesIn(before)
  }
}

/** A run's folder has the number of its process in its name. */
const RUN_FOLDER = /^trellis-run-(\d+)-/

/**
 * Removes what killed runs have left in a folder, with the PostgreSQL that each has started: in memory it would stay
 * there until the machine ends.
 */
async function removeKilledRuns(base: string): Promise<void> {
  for (const name of await readdir(base)) {
    const [, pid] = RUN_FOLDER.exec(name) ?? []
    if (pid === undefined || (await isRunning(Number(pid)))) continue
    const folder = join(base, name)
    for await (const lock of glob(join(folder, '*/data/postmaster.pid'))) await killServer(folder, lock)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Kills the PostgreSQL of a lock, unless its number belongs to another program by now. */
async function killServer(folder: string, lock: string): Promise<void> {
  const pid = Number.parseInt(await readFile(lock, 'utf8').catch(() => ''))
  if (pid > 0 && (await commandOf(pid))?.includes(folder)) process.kill(pid, 'SIGKILL')
}

/**
 * Lets this process and those that it starts keep temporary files in a folder of the run.
 * @returns removes it. @throws when something lies there still: who makes a temporary file removes it
 */
export async function temporaryFolderOfRun(): Promise<() => Promise<void>> {
  const base = await roomyFolder()
  await removeKilledRuns(base)
  const folder = await newFolder(join(base, `trellis-run-${process.pid}-`))
  keepTemporaryFilesIn(folder)
  return async () => {
    const left = (await readdir(folder)).filter((name) => name !== TOOLS_FOLDER && name !== PROCESSES_FOLDER)
    // Chromium outlives its worker by a moment.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    if (left.length > 0) throw new Error(`Tests have left behind in the temporary folder: ${left.join(', ')}`)
  }
}
