import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { NavEntry } from '../page.ts'
import { VisuallyHidden } from '../ui/layout/VisuallyHidden.tsx'
import * as styles from './Sidebar.css.ts'

/** Milliseconds after which it is asked anew, while the page is looked at. */
const REFRESH_MS = 5 * 60_000
/** Milliseconds after which it is asked for at the latest. */
const MAX_DELAY_MS = 5000

/** True once the page has had nothing else to do: what belongs to no page waits for what does. */
function useIdle(): boolean {
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

/** Number of things that wait behind an entry. Nothing is said while it is not known. */
export function NavWaiting({ waiting: { key, ask, words } }: { waiting: NonNullable<NavEntry['waiting']> }) {
  const isIdle = useIdle()
  const { data = 0 } = useQuery({
    queryKey: [...key, 'navigation'],
    queryFn: ({ signal }) => ask(signal),
    enabled: isIdle,
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: true,
  })
  if (data === 0) return null
  return (
    <span className={styles.waiting}>
      <span aria-hidden>{data > 99 ? '99+' : data}</span>
      <VisuallyHidden>{words(data)}</VisuallyHidden>
    </span>
  )
}
