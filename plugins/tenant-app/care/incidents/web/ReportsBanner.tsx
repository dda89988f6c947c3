import { Suspense, lazy, useSyncExternalStore } from 'react'
import { useUser } from '#core/web/session.ts'
import { listenForUnsent, mayHaveUnsent } from '#core/web/unsentEntries.ts'

const WaitingReports = lazy(async () => ({ default: (await import('./WaitingReports.tsx')).WaitingReports }))

/** Loads the banner of stored reports only where this device has some: most pages have none. */
export function ReportsBanner() {
  const { id } = useUser()
  const hasSome = useSyncExternalStore(listenForUnsent, () => mayHaveUnsent('reports', id))
  if (!hasSome) return null
  return (
    <Suspense>
      <WaitingReports />
    </Suspense>
  )
}
