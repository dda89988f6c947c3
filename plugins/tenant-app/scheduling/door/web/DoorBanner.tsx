import { Suspense, lazy, useState, useSyncExternalStore } from 'react'
import { useUser } from '#core/web/session.ts'
import { listenForUnsent, mayHaveUnsent, othersWithUnsent } from '#core/web/unsentEntries.ts'

const DoorWaiting = lazy(async () => ({ default: (await import('./DoorWaiting.tsx')).DoorWaiting }))
const OthersDoor = lazy(async () => ({ default: (await import('./OthersDoor.tsx')).OthersDoor }))

// The kind's name is written out, so that no page loads the outbox.
const KIND = 'door'

/** Loads what is said of unsent acts at the door only where there are some: most pages have none. */
export function DoorBanner() {
  const { id } = useUser()
  const hasSome = useSyncExternalStore(listenForUnsent, () => mayHaveUnsent(KIND, id))
  // Read once: no other user signs in within a visit of this one.
  const [others] = useState(() => othersWithUnsent(KIND, id))
  return (
    <Suspense>
      {hasSome && <DoorWaiting />}
      {others.length > 0 && <OthersDoor userIds={others} />}
    </Suspense>
  )
}
