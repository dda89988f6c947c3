import { fork, spawn, type ChildProcess } from 'node:child_process'
import { on, once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const sharedMain = fileURLToPath(new URL('./shared-process.ts', import.meta.url))

/** Folder of the command line's own for compiled sources: without it a process strips the types of every file anew. */
export const COMPILED = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url)),
}

/** Mark with which the shared process ends each of its streams after a command; no command writes it. */
export const END_MARK = '\0'

export interface Outcome {
  status: number | null
  stdout: string
  stderr: string
}

export type Variables = Record<string, string>

/** The variables of a command, with a folder of its own for data where they name none; `remove` deletes it. */
function environment(given: Variables): { variables: Variables; remove: () => void } {
  const dataDir = mkdtempSync(join(tmpdir(), 'trellis-command-'))
  chmodSync(dataDir, 0o755)
  const variables = {
    // oxlint-disable-next-line node/no-process-env -- handed on; nothing is read from it
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: dataDir,
    SESSION_KEY: '1'.repeat(64),
    PORT: '0',
    MAIL_ALLOW_PRIVATE: '1',
    ...given,
  }
  return { variables, remove: () => rmSync(dataDir, { recursive: true, force: true }) }
}

/** A child process of the command line, with what it has said so far. */
export class Running {
  readonly process: ChildProcess
  readonly ended: Promise<Outcome>
  stdout = ''
  stderr = ''

  /**
   * @param before words of a program that runs the command line
   * @param file the command line itself; another copy of it is another version
   */
  constructor(words: readonly string[], given: Variables, before: readonly string[] = [], file: string = main) {
    const { variables, remove } = environment(given)
    const [program = process.execPath, ...rest] = [...before, process.execPath, file, ...words]
    this.process = spawn(program, rest, { env: variables })
    this.process.stdout?.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()))
    this.process.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()))
    this.ended = new Promise((resolve) => {
      this.process.once('close', (status) => {
        remove()
        resolve({ status, stdout: this.stdout, stderr: this.stderr })
      })
    })
  }

  /** Waits until a pattern stands in what it says. @throws with all that it said when it ends before */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(this.stdout)
        if (found) resolve(found)
      }
      look()
      this.process.stdout?.on('data', look)
      void this.ended.then(({ stdout, stderr }) => reject(new Error(`It ended:\n${stdout}\n${stderr}`)))
    })
  }

  /** Its address, once it answers. */
  async address(): Promise<string> {
    const [, address = ''] = await this.says(/running at (http:\/\/\S+)/)
    return address
  }

  kill(signal: NodeJS.Signals): Promise<Outcome> {
    this.process.kill(signal)
    return this.ended
  }
}

/** Runs a command to its end, in a process of its own. */
export function runAlone(words: readonly string[], variables: Variables = {}, input = ''): Promise<Outcome> {
  const running = new Running(words, variables)
  running.process.stdin?.end(input)
  return running.ended
}

let shared: ChildProcess | undefined
let previous: Promise<unknown> = Promise.resolve()

/**
 * Runs a command to its end in a process that other commands of the tests have used before and will use: to start one
 * takes longer than most commands. Standard input, signals and what stays of a process are for `runAlone`.
 */
export function run(words: readonly string[], given: Variables = {}): Promise<Outcome> {
  const outcome = previous.then(() => performShared(words, given))
  previous = outcome.catch(() => undefined)
  return outcome
}

async function performShared(words: readonly string[], given: Variables): Promise<Outcome> {
  const { variables, remove } = environment(given)
  const child = (shared ??= startShared())
  const over = new AbortController()
  try {
    const ended = once(child, 'exit', over).then(([status]) => {
      throw new Error(`The process of the commands ended with ${String(status)}`)
    })
    const answered = Promise.all([
      once(child, 'message', over) as Promise<[number]>,
      untilEnd(child.stdout, over.signal),
      untilEnd(child.stderr, over.signal),
    ])
    child.send({ words, variables })
    const [[status], stdout, stderr] = await Promise.race([answered, ended])
    return { status, stdout, stderr }
  } finally {
    over.abort()
    remove()
  }
}

async function untilEnd(stream: Readable | null, signal: AbortSignal): Promise<string> {
  let said = ''
  for await (const [chunk] of on(stream as Readable, 'data', { signal }) as AsyncIterable<[string]>) {
    said += chunk
    if (said.endsWith(END_MARK)) break
  }
  return said.slice(0, -END_MARK.length)
}

/** It ends with the process of the tests, and keeps that from nothing. */
function startShared(): ChildProcess {
  const child = fork(sharedMain, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [],
    // oxlint-disable-next-line node/no-process-env -- handed on; nothing is read from it
    env: { ...process.env, ...COMPILED },
  })
  child.once('exit', () => (shared = undefined))
  child.unref()
  child.channel?.unref()
  for (const stream of [child.stdout, child.stderr]) (stream as Socket).setEncoding('utf8').unref()
  return child
}
