import { Suspense, lazy, useState, useSyncExternalStore } from 'react'
import { useUser } from '#core/web/session.ts'
import { listenForUnsent, mayHaveUnsent, othersWithMarks } from './unsentMarks.ts'

const MarksWaiting = lazy(async () => ({ default: (await import('./MarksWaiting.tsx')).MarksWaiting }))

const OthersMarks = lazy(async () => ({ default: (await import('./OthersMarks.tsx')).OthersMarks }))

/** Loads the banner of unsent attendance only on devices that had some: most pages have none. */
export function MarksBanner() {
  const { id } = useUser()
  const hasSome = useSyncExternalStore(listenForUnsent, () => mayHaveUnsent(id))
  // Read once: no other user signs in during one visit.
  const [isShared] = useState(() => othersWithMarks(id).length > 0)
  if (!hasSome && !isShared) return null
  return (
    <Suspense>
      {hasSome && <MarksWaiting />}
      {isShared && <OthersMarks />}
    </Suspense>
  )
}
