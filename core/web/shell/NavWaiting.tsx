import { queryOptions, useQueries } from '@tanstack/react-query'
import type { NavEntry } from '../page.ts'
import { useUser } from '../session.ts'
import { VisuallyHidden } from '../ui/layout/VisuallyHidden.tsx'
import * as styles from './Sidebar.css.ts'
import { useIdle } from './useIdle.ts'

/** Milliseconds after which it is asked anew, while the page is looked at. */
const REFRESH_MS = 5 * 60_000
interface NavWaitingProps {
  /** An entry, or a hub and its tabs, which say one number. */
  of: readonly NavEntry[]
  className?: string
}

/** Number of things that wait behind an entry. Nothing is said while it is not known. */
export function NavWaiting({ of, className = styles.waiting }: NavWaitingProps) {
  const isIdle = useIdle()
  const { role } = useUser()
  const asked = of.flatMap(({ waiting }) => (waiting?.roles.includes(role) ? [waiting] : []))
  const answers = useQueries({
    queries: asked.map(({ key, ask }) =>
      queryOptions({
        queryKey: [...key, 'navigation'],
        queryFn: ({ signal }) => ask(signal),
        enabled: isIdle,
        staleTime: REFRESH_MS,
        refetchInterval: REFRESH_MS,
        refetchOnWindowFocus: true,
      }),
    ),
  })
  const counts = asked.map(({ words }, index) => ({ words, count: answers[index]?.data ?? 0 }))
  const sum = counts.reduce((total, { count }) => total + count, 0)
  if (sum === 0) return null
  const said = counts.flatMap(({ words, count }) => (count === 0 ? [] : [words(count)]))
  return (
    <span className={className}>
      <span aria-hidden>{sum > 99 ? '99+' : sum}</span>
      <VisuallyHidden>{said.join(', ')}</VisuallyHidden>
    </span>
  )
}
