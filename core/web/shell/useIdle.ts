import { useEffect, useState } from 'react'

/** Milliseconds after which a busy page counts as idle. */
const MAX_DELAY_MS = 5000

/** Returns true once the page has had nothing else to do: what belongs to no page waits for what does. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    // Safari has no idle callbacks.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(() => setIdle(true), 1000)
      return () => clearTimeout(timer)
    }
    const asked = requestIdleCallback(() => setIdle(true), { timeout: MAX_DELAY_MS })
    return () => cancelIdleCallback(asked)
  }, [])
  return isIdle
}
