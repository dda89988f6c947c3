import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * True if the process runs, under any account. A process that has ended still has its number until its parent asks how
 * (a zombie), which in a container may be never: it does not run.
 */
export async function isRunning(pid: number): Promise<boolean> {
  return hasNumber(pid) && !/^[ZX]/.test(await stateOf(pid))
}

/** True if some process has the number, even one that has ended. */
export function hasNumber(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The letters that `ps` has for it; empty where the system does not tell. */
async function stateOf(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    // The second field is a name in parentheses, which may hold more of them.
    return readFile(`/proc/${pid}/stat`, 'utf8').then(
      (line) => line.slice(line.lastIndexOf(')') + 2),
      () => '',
    )
  }
  return ps(pid, 'stat')
}

/** Reads the words that the process was started with, separated by blanks; undefined where the system does not tell. */
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
