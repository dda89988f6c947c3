import { join } from 'node:path'
import { EmbeddedPostgresError, startEmbeddedPostgres, type EmbeddedPostgres } from './embedded.ts'
import { isRunning } from './processes.ts'

/** Milliseconds between checks that the server runs. */
const POLL_INTERVAL_MS = 1000
/** Milliseconds within which the maximum number of deaths means that a restart does not help. */
const DEATH_WINDOW_MS = 60_000
const MAX_DEATHS = 3

export interface Keeping {
  /** Called for each event of the server, for the log. */
  log: (message: string) => void
  /** Called once when the server cannot be kept running. */
  failed: (error: unknown) => void
}

/**
 * Restarts the server when it has ended: killed, out of memory, or stopped by the process that shared it. `server` is
 * then the new one, at the same address. @returns a function that ends the supervision and leaves the server as it is
 */
export function keepRunning(
  directory: string,
  server: EmbeddedPostgres,
  { log, failed }: Keeping,
  flags: readonly string[] = [],
): () => Promise<void> {
  let kept = true
  let deaths: number[] = []
  const look = async () => {
    if (await isRunning(server.pid)) return
    const now = performance.now()
    deaths = [...deaths.filter((at) => now - at < DEATH_WINDOW_MS), now]
    const end = `The embedded PostgreSQL has ended, see ${join(directory, 'postgres.log')}`
    if (deaths.length === MAX_DEATHS) throw new EmbeddedPostgresError(`${end}: ${MAX_DEATHS} times within a minute.`)
    log(`${end}. It is started again.`)
    const next = await startEmbeddedPostgres(directory, flags)
    if (next.url !== server.url) {
      await next.stop()
      throw new EmbeddedPostgresError(`${end}, and another program has taken its port. Start the platform again.`)
    }
    Object.assign(server, next)
    log('The embedded PostgreSQL runs again.')
  }
  let looking = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const lookOnce = async () => {
    try {
      await look()
      if (kept) lookLater()
    } catch (error) {
      if (kept) failed(error)
    }
  }
  const lookLater = () => {
    timer = setTimeout(() => {
      looking = lookOnce()
    }, POLL_INTERVAL_MS)
    timer.unref()
  }
  lookLater()
  return async () => {
    kept = false
    clearTimeout(timer)
    await looking
  }
}
