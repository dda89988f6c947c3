import { useSuspenseQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { platformQuery, usePlatform } from '#core/web/session.ts'
import { tenantAppApi } from './client.ts'

/** Loads the zone: an organization's host provides it with its other data, the platform's host needs a request. */
export async function loadZone({ context: { queryClient } }: { context: { queryClient: QueryClient } }): Promise<void> {
  const { tenant } = await queryClient.ensureQueryData(platformQuery)
  if (!tenant) await queryClient.ensureQueryData(tenantAppApi.timeZone())
}

/** Returns the organization's zone, on pages whose loader is `loadZone` or on its own host. */
export function useZone(): string {
  const { tenant } = usePlatform()
  const { data } = useSuspenseQuery({
    ...tenantAppApi.timeZone(),
    ...(tenant ? { initialData: { timeZone: tenant.timeZone } } : {}),
  })
  return data.timeZone
}
