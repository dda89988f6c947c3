import { Suspense, lazy, useSyncExternalStore } from 'react'
import { useUser } from '#core/web/session.ts'
import { listenForUnsent, mayHaveUnsent } from '#core/web/unsentEntries.ts'

const PointsWaiting = lazy(async () => ({ default: (await import('./PointsWaiting.tsx')).PointsWaiting }))

/** Loads what is said of unsent points only where there are some: most pages have none. */
export function PointsBanner() {
  const { id } = useUser()
  // The kind's name is written out, so that no page loads the outbox.
  const hasSome = useSyncExternalStore(listenForUnsent, () => mayHaveUnsent('points', id))
  if (!hasSome) return null
  return (
    <Suspense>
      <PointsWaiting />
    </Suspense>
  )
}
