import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * True if the process runs, under any account. An ended process keeps its id until its parent reaps it
 * (a zombie), which in a container may be never: it does not run.
 */
export async function isRunning(pid: number): Promise<boolean> {
  return hasNumber(pid) && !/^[ZX]/.test(await stateOf(pid))
}

/** True if a process has the id, even one that has ended. */
export function hasNumber(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Reads its state letters as shown by `ps`; empty where the system does not report them. */
async function stateOf(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    // The second field is a name in parentheses, which may contain parentheses itself.
    return readFile(`/proc/${pid}/stat`, 'utf8').then(
      (line) => line.slice(line.lastIndexOf(')') + 2),
      () => '',
    )
  }
  return ps(pid, 'stat')
}

/** Reads the command line of the process, separated by spaces; undefined where the system does not report it. */
export async function commandOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    return readFile(`/proc/${pid}/cmdline`, 'utf8').then(
      (words) => words.replaceAll('\0', ' '),
      () => undefined,
    )
  }
  return (await ps(pid, 'command')) || undefined
}

async function ps(pid: number, column: string): Promise<string> {
  if (process.platform === 'win32') return ''
  return run('ps', ['-o', `${column}=`, '-p', String(pid)]).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  )
}
