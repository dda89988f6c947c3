import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Question, Reply } from './messages.ts'
import { report } from '../../../core/testing/report.ts'

/** A server in a process of its own. */
export interface Child {
  process: ChildProcess
  port: number
}

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url))

export function start(file: string, args: string[], databaseUrl: string, dataDir: string): Promise<Child> {
  const child = fork(pathOf(file), args, { env: environment(databaseUrl, dataDir), execArgv: flagsOfStart() })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)))
    child.on('message', (reply: Reply) => {
      if (reply.told === 'listening') resolve({ process: child, port: reply.port })
    })
  })
}

/** Ends a server, and waits until it has let go of the database. */
export async function stop({ process: child }: Child): Promise<void> {
  const ended = once(child, 'exit')
  child.disconnect()
  await ended
}

export function ask<Told extends Reply['told']>(
  { process: child }: Child,
  question: Question,
  told: Told,
): Promise<Extract<Reply, { told: Told }>> {
  return new Promise((resolve) => {
    const hear = (reply: Reply) => {
      if (reply.told !== told) return
      child.off('message', hear)
      resolve(reply as Extract<Reply, { told: Told }>)
    }
    child.on('message', hear)
    child.send(question)
  })
}

/** `fetch` sets no Host header, and the organization is in it. */
export function call(
  port: number,
  path: string,
  headers: Record<string, string>,
  body?: object,
  method = body ? 'POST' : 'GET',
): Promise<{ status: number; body: unknown; cookie: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        port,
        path,
        host: '127.0.0.1',
        method,
        headers: { ...headers, ...(body && !Buffer.isBuffer(body) ? { 'content-type': 'application/json' } : {}) },
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            body: JSON.parse(Buffer.concat(chunks).toString('utf8') || 'null'),
            cookie: answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '',
          }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(Buffer.isBuffer(body) ? body : body && JSON.stringify(body))
  })
}

/** V8's limits of `npm start`, so that memory is measured as people run it. */
export function flagsOfStart(): string[] {
  const { scripts } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    scripts: { start: string }
  }
  return scripts.start.split(' ').filter((word) => word.startsWith('--'))
}

/** Environment of the benchmark's servers and commands. */
export const environment = (databaseUrl: string, dataDir: string) => ({
  PATH: process.env['PATH'],
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  // Calls refused and repeated during a failure are counted, not logged.
  LOG_LEVEL: 'error',
  SESSION_KEY: '3'.repeat(64),
  // Receivers are on this machine.
  WEBHOOKS_ALLOW_PRIVATE: '1',
  // Same as on the command line.
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url)),
})

/** A table of how long answers take that are asked for one after the other, by the paths. @throws on a refusal */
export async function printLatencies(
  port: number,
  paths: readonly string[],
  headers: Record<string, string>,
  rounds: number,
): Promise<void> {
  report('\n| one after the other, alone | p50 ms | p95 ms |\n|---|---:|---:|')
  const all: number[] = []
  for (const path of paths) {
    const times: number[] = []
    // The first ones warm up.
    for (let round = -10; round < rounds; round++) {
      const began = performance.now()
      const { status } = await call(port, path, headers)
      if (status !== 200) throw new Error(`${path} answered ${status}`)
      if (round >= 0) times.push(performance.now() - began)
    }
    all.push(...times)
    report(`| \`GET ${decodeURIComponent(path)}\` | ${quantile(times, 0.5)} | ${quantile(times, 0.95)} |`)
  }
  report(`| all of them | ${quantile(all, 0.5)} | ${quantile(all, 0.95)} |`)
}

/** @param share from 0 to 1 */
export function quantile(values: number[], share: number): string {
  const sorted = values.toSorted((first, second) => first - second)
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
}

/**
 * Does some work of so many seconds, and looks at the memory of the process all the while.
 * @returns what was made, and a row of a table with the memory before, every tenth of the time, and after it
 */
export async function memoryWhile<T>(
  child: Child,
  seconds: number,
  work: () => Promise<T>,
): Promise<{ made: T; memory: string }> {
  const megabytes = async () => ((await ask(child, { ask: 'memory' }, 'memory')).rss / 1024 ** 2).toFixed(0)
  const held = [megabytes()]
  const timer = setInterval(() => held.push(megabytes()), seconds * 100)
  const made = await work().finally(() => clearInterval(timer))
  held.push(megabytes())
  return { made, memory: `| memory of the node from before until after, MB | ${(await Promise.all(held)).join(' ')} |` }
}
