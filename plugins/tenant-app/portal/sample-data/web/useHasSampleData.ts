import { useQuery } from '@tanstack/react-query'
import { useUser } from '#core/web/session.ts'
import { sampleDataApi } from './client.ts'

interface HasSampleData {
  /** True for an admin whose organization has sample data. */
  isAdded: boolean
  /** Until then nothing is shown, which would move when it comes. */
  isKnown: boolean
}

/** Reads for admins if their organization has sample data; for all others it has none. */
export function useHasSampleData(): HasSampleData {
  const { role, tenantId } = useUser()
  const isAdmin = role === 'tenant_admin' && tenantId !== null
  const { data, isPending } = useQuery({ ...sampleDataApi.sampleData(), enabled: isAdmin })
  return { isAdded: isAdmin && data?.isAdded === true, isKnown: !isAdmin || !isPending }
}
