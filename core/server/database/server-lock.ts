import { readFile, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { commandOf, hasNumber, isRunning } from './processes.ts'

const lockFile = (data: string) => join(data, 'postmaster.pid')

interface ServerLock {
  pid: number
  /** Data directory as passed to the server. */
  directory: string
  port: number
}

async function readLock(data: string): Promise<ServerLock | undefined> {
  const text = await readFile(lockFile(data), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const [pid, directory = '', , port] = text.split('\n')
  return { pid: Number(pid), directory, port: Number(port) }
}

/** The running postmaster of this data directory. */
export async function runningServer(data: string): Promise<ServerLock | undefined> {
  const lock = await readLock(data)
  return lock && lock.port > 0 && (await isHeld(lock, data)) ? lock : undefined
}

/**
 * True if the server that wrote the lock runs. After a reboot, or in a new container, another program or another
 * PostgreSQL may have its process id; and a copied directory has the lock of a server that runs elsewhere.
 */
async function isHeld({ pid, directory }: ServerLock, data: string): Promise<boolean> {
  if (!(pid > 0) || !(await isRunning(pid))) return false
  const command = await commandOf(pid)
  return command === undefined || (command.includes(` -D ${directory} `) && (await isSame(directory, data)))
}

const isSame = async (first: string, second: string) =>
  (await realpath(first).catch(() => first)) === (await realpath(second))

/** Removes a stale lock: PostgreSQL would take any process with the id in its lock for its server, even an ended one. */
export async function removeStaleLock(data: string): Promise<void> {
  const lock = await readLock(data)
  if (lock && lock.pid > 0 && hasNumber(lock.pid) && !(await isHeld(lock, data))) await rm(lockFile(data))
}
