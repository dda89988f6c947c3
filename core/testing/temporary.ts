import { chmod, mkdir, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder in memory, which Linux has. */
const MEMORY = '/dev/shm'
/** Linux's number of the file system tmpfs. */
const TMPFS = 0x01021994
/** Bytes that a run of all tests must find there: it takes less than half of them. */
const ROOM_OF_A_RUN = 4 * 1024 ** 3

/** The folder in memory where a run's files and databases fit; the system's temporary folder elsewhere. */
async function roomyFolder(): Promise<string> {
  const memory = await statfs(MEMORY).catch(() => undefined)
  const fits = memory?.type === TMPFS && memory.bavail * memory.bsize >= ROOM_OF_A_RUN
  return fits && process.availableMemory() >= 2 * ROOM_OF_A_RUN ? MEMORY : tmpdir()
}

/** A new folder for data that a PostgreSQL under another account than root's can reach. Who makes it removes it. */
export async function temporaryDataDir(within = tmpdir()): Promise<string> {
  const directory = await mkdtemp(join(within, 'trellis-'))
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

/** Where tools keep compiled files when nobody tells them where; Node's own name for it. */
const TOOLS = 'node-compile-cache'
/** Folders of what ends with its process, which removes nothing then. */
const PROCESSES = 'processes'

/** A new folder for what runs as long as this process, gone with the folder of the run. */
export async function folderOfProcess(): Promise<string> {
  await mkdir(join(tmpdir(), PROCESSES), { recursive: true })
  return mkdtemp(join(tmpdir(), PROCESSES, 'process-'))
}

/**
 * Lets this process and those that it starts keep temporary files in a folder of the run.
 * @returns removes it. @throws when something lies there still: who makes a temporary file removes it
 */
export async function temporaryFolderOfRun(): Promise<() => Promise<void>> {
  const folder = await temporaryDataDir(await roomyFolder())
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder
  return async () => {
    const left = (await readdir(folder)).filter((name) => name !== TOOLS && name !== PROCESSES)
    await rm(folder, { recursive: true, force: true })
    if (left.length > 0) throw new Error(`Tests have left behind in the temporary folder: ${left.join(', ')}`)
  }
}
