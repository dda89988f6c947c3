import { setTimeout } from 'node:timers/promises'

/** The one source of time for what depends on it, so that tests can live through years in a second. */
export interface Clock {
  now: () => Date
  /** Waits so many milliseconds. */
  pause: (milliseconds: number) => Promise<void>
}

export const systemClock: Clock = {
  now: () => new Date(),
  pause: async (milliseconds) => {
    await setTimeout(milliseconds)
  },
}
