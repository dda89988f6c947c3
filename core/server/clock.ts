/** The one source of time for what depends on it, so that tests can live through years in a second. */
export interface Clock {
  now: () => Date
}

export const systemClock: Clock = { now: () => new Date() }
