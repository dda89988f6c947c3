import { Suspense, lazy, useEffect, useState } from 'react'
import { usePlatform, useUser } from '../session.ts'
import { useIdle } from './useIdle.ts'

const OrganizationSwitcher = lazy(async () => ({
  default: (await import('./OrganizationSwitcher.tsx')).OrganizationSwitcher,
}))

/** Milliseconds after which an idle page looks for other organizations, of which most users have none. */
const DELAY_MS = 2000

/** Shows the way to the user's other organizations on an organization's host; its code comes once the page is idle. */
export function LaterSwitcher() {
  const { app } = usePlatform()
  const { id, role } = useUser()
  const isIdle = useIdle()
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    if (!isIdle) return
    const timer = setTimeout(() => setDue(true), DELAY_MS)
    return () => clearTimeout(timer)
  }, [isIdle])
  if (!isDue || app !== 'tenant' || role === 'superadmin') return null
  return (
    <Suspense>
      <OrganizationSwitcher key={id} />
    </Suspense>
  )
}
