import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { switchContract } from '#core/contract/switch.ts'
import { createClient } from '../client.ts'
import { part } from '../plugin.ts'
import { usePlatform, useUser } from '../session.ts'
import { PartBoundary } from './PartBoundary.tsx'
import { useIdle } from './useIdle.ts'

const switchApi = createClient(switchContract)

const OrganizationSwitcher = part(() => import('./OrganizationSwitcher.tsx'), 'OrganizationSwitcher')

/** Milliseconds after which an idle page looks for other organizations, of which most users have none. */
const DELAY_MS = 2000
const REFRESH_MS = 5 * 60_000

/** Shows the way to the user's other organizations on an organization's host; its code comes to those who have some. */
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
  const { data = [] } = useQuery({
    ...switchApi.ownOrganizations(),
    enabled: isDue && app === 'tenant' && role !== 'superadmin',
    staleTime: REFRESH_MS,
  })
  if (data.length === 0) return null
  return (
    <PartBoundary>
      <OrganizationSwitcher key={id} organizations={data} />
    </PartBoundary>
  )
}
