import { Suspense, lazy, useSyncExternalStore } from 'react'
import { useUser } from '#core/web/session.ts'
import { listenForUnsent, mayHaveUnsent } from '#core/web/unsentEntries.ts'

const ScoresWaiting = lazy(async () => ({ default: (await import('./ScoresWaiting.tsx')).ScoresWaiting }))

/** Loads what is said of unsent scores only where there are some: most pages have none. */
export function ScoresBanner() {
  const { id } = useUser()
  const hasSome = useSyncExternalStore(listenForUnsent, () => mayHaveUnsent('scores', id))
  if (!hasSome) return null
  return (
    <Suspense>
      <ScoresWaiting />
    </Suspense>
  )
}
