import { Suspense, lazy, useState, useSyncExternalStore } from 'react'
import { useUser } from '#core/web/session.ts'
import { listenForUnsent, mayHaveUnsent, othersWithMarks } from './unsentMarks.ts'

const MarksWaiting = lazy(async () => ({ default: (await import('./MarksWaiting.tsx')).MarksWaiting }))

const OthersMarks = lazy(async () => ({ default: (await import('./OthersMarks.tsx')).OthersMarks }))

/** Loads what is said of unsent attendance marks only where there were some: most pages have none. */
export function MarksBanner() {
  const { id } = useUser()
  const hasSome = useSyncExternalStore(listenForUnsent, () => mayHaveUnsent(id))
  // Read once: no other user signs in within a visit of this one.
  const [isShared] = useState(() => othersWithMarks(id).length > 0)
  if (!hasSome && !isShared) return null
  return (
    <Suspense>
      {hasSome && <MarksWaiting />}
      {isShared && <OthersMarks />}
    </Suspense>
  )
}
