/** Milliseconds until the next try, by the number of tries that have failed; the last for all after it. */
const DELAYS_MS = [5000, 30_000, 60_000, 120_000, 300_000] as const

/** Share of a delay by which devices differ, so that a school that is back asks over some time. */
const JITTER = 0.2

/** Returns the milliseconds until what has failed is tried again. */
export function retryDelay(failures: number): number {
  const delay = DELAYS_MS[Math.min(failures, DELAYS_MS.length) - 1] ?? DELAYS_MS[0]
  return delay * (1 + JITTER * (Math.random() * 2 - 1))
}
