import { setImmediate } from 'node:timers/promises'

/** Milliseconds of work after which the event loop gets a turn. */
const TURN_MS = 15

/** Creates a function for a long loop to await at each step: it yields to requests once its time is up. */
export function newPauses(): () => Promise<void> | undefined {
  let end = performance.now() + TURN_MS
  const pause = async () => {
    await setImmediate()
    end = performance.now() + TURN_MS
  }
  return () => (performance.now() < end ? undefined : pause())
}
