import { Suspense, lazy, useSyncExternalStore } from 'react'
import { useUser } from '#core/web/session.ts'
import { listenForUnsent, mayHaveUnsent } from '#core/web/unsentEntries.ts'

const ScoresWaiting = lazy(async () => ({ default: (await import('./ScoresWaiting.tsx')).ScoresWaiting }))

/** Loads the banner of unsent scores only where this device has some: most pages have none. */
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
