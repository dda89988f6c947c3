import { Suspense, lazy } from 'react'
import { usePlatform, useUser } from '../session.ts'
import { useIdle } from './useIdle.ts'

const OrganizationSwitcher = lazy(async () => ({
  default: (await import('./OrganizationSwitcher.tsx')).OrganizationSwitcher,
}))

/** Looks for the user's other organizations once the page has nothing else to do, on an organization's host alone. */
export function LaterSwitcher() {
  const { app } = usePlatform()
  const { role } = useUser()
  const isIdle = useIdle()
  if (app !== 'tenant' || role === 'superadmin' || !isIdle) return null
  return (
    <Suspense>
      <OrganizationSwitcher />
    </Suspense>
  )
}
