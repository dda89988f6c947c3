import { setTimeout } from 'node:timers/promises'

/** The only source of time for logic that depends on it, so that tests can simulate years in a second. */
export interface Clock {
  now: () => Date
  /** Waits the given milliseconds. */
  pause: (milliseconds: number) => Promise<void>
}

export const systemClock: Clock = {
  now: () => new Date(),
  pause: async (milliseconds) => {
    await setTimeout(milliseconds)
  },
}
