import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

export interface Outcome {
  status: number | null
  stdout: string
  stderr: string
}

export type Variables = Record<string, string>

/** A child process of the command line, with what it has said so far. */
export class Running {
  readonly process: ChildProcess
  readonly ended: Promise<Outcome>
  stdout = ''
  stderr = ''

  constructor(words: readonly string[], variables: Variables) {
    const dataDir = mkdtempSync(join(tmpdir(), 'trellis-command-'))
    chmodSync(dataDir, 0o755)
    const defaults = {
      // oxlint-disable-next-line node/no-process-env -- handed on; nothing is read from it
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      SESSION_KEY: '1'.repeat(64),
      PORT: '0',
      MAIL_ALLOW_PRIVATE: '1',
    }
    this.process = spawn(process.execPath, [main, ...words], { env: { ...defaults, ...variables } })
    this.process.stdout?.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()))
    this.process.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()))
    this.ended = new Promise((resolve) => {
      this.process.once('close', (status) => {
        rmSync(dataDir, { recursive: true, force: true })
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

/** Runs a command to its end. */
export function run(words: readonly string[], variables: Variables = {}, input = ''): Promise<Outcome> {
  const running = new Running(words, variables)
  running.process.stdin?.end(input)
  return running.ended
}
