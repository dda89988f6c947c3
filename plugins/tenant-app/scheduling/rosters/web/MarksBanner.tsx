import { Suspense, lazy, useSyncExternalStore } from 'react'
import { useUser } from '#core/web/session.ts'
import { listenForUnsent, mayHaveUnsent } from './unsentMarks.ts'

const MarksWaiting = lazy(async () => ({ default: (await import('./MarksWaiting.tsx')).MarksWaiting }))

/** Loads what is said of unsent attendance marks only where there were some: most pages have none. */
export function MarksBanner() {
  const { id } = useUser()
  const hasSome = useSyncExternalStore(listenForUnsent, () => mayHaveUnsent(id))
  if (!hasSome) return null
  return (
    <Suspense>
      <MarksWaiting />
    </Suspense>
  )
}
