import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { COMPILED } from '#cli/testing/command-line.ts'
import { query } from '#core/testing/query.ts'
import type { HeldNews, HeldWorker } from './held-worker.ts'

/** Milliseconds between two looks at jobs that wait for others. */
const POLL_INTERVAL_MS = 200

// Connections that wait for others wait for a job that is held.
const countWaiting = `select count(*)::int as waiting from pg_stat_activity
  where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`

// A job that waited for another one was killed too early, and is taken anew as if it had not been begun.
const restoreUnheld = `update pgboss.job
    set state = 'created', start_after = now(), retry_count = 0
  where name = any ($1) and state in ('active', 'retry')`

/**
 * Starts a worker that stops in the middle of its jobs, and kills it when each of them has stopped or waits for one that
 * has. Those that waited are as new again.
 * @returns names of the jobs that waited
 * @throws when a job ends without having stopped
 */
export async function killHolding(
  databaseUrl: string,
  worker: HeldWorker,
  variables: Record<string, string>,
): Promise<string[]> {
  const path = new URL('held-worker.ts', import.meta.url)
  const child = fork(path, { env: { PATH: process.env['PATH'], ...COMPILED, ...variables }, execArgv: [] })
  let isOver = false
  const ended = once(child, 'exit').finally(() => (isOver = true))
  const left = new Set(Object.keys(worker.heldBefore))
  const many = left.size
  const missed: string[] = []
  child.on('message', ({ name, isHeld }: HeldNews) => {
    if (isHeld) left.delete(name)
    else missed.push(name)
  })
  child.send(worker)
  try {
    while (left.size > 0) {
      if (missed.length > 0) throw new Error(`The worker was not held in ${missed.join(', ')}`)
      if (isOver) throw new Error(`The worker ended by itself before ${[...left].join(', ')}`)
      if (left.size < many && (await waitingIn(databaseUrl)) >= left.size) break
      await pause(POLL_INTERVAL_MS)
    }
  } finally {
    child.kill('SIGKILL')
    await ended
  }
  await query(databaseUrl, restoreUnheld, [[...left]])
  return [...left]
}

async function waitingIn(databaseUrl: string): Promise<number> {
  const [counted] = await query<{ waiting: number }>(databaseUrl, countWaiting)
  return counted?.waiting ?? 0
}
