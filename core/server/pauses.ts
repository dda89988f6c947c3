import { setImmediate } from 'node:timers/promises'

/** Milliseconds of work after which others have their turn. */
const TURN_MS = 15

/** Makes a function that a long loop awaits at each step: it lets requests have their turn once a turn is over. */
export function newPauses(): () => Promise<void> | undefined {
  let end = performance.now() + TURN_MS
  const pause = async () => {
    await setImmediate()
    end = performance.now() + TURN_MS
  }
  return () => (performance.now() < end ? undefined : pause())
}
