import { useEffect, useState } from 'react'
import type { Timing } from './AttemptSaving.ts'

/** Milliseconds between two updates of the timer. */
const TICK_INTERVAL_MS = 500

/** Returns the seconds until `until` by the server's clock, independent of the browser's; undefined without an end. */
export function useSecondsLeft({ serverNow, heardAt }: Timing, until: string | null): number | undefined {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    if (until === null) return undefined
    const timer = setInterval(() => setNow(performance.now()), TICK_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [until])
  if (until === null) return undefined
  const left = Date.parse(until) - Date.parse(serverNow) - Math.max(0, now - heardAt)
  return Math.max(0, Math.ceil(left / 1000))
}
