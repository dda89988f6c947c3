import { useSuspenseQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { platformQuery, usePlatform } from '#core/web/session.ts'
import { tenantAppApi } from './client.ts'

/** For loaders: an organization's host tells its zone with everything else, the platform's host has to be asked. */
export async function loadZone({ context: { queryClient } }: { context: { queryClient: QueryClient } }): Promise<void> {
  const { tenant } = await queryClient.ensureQueryData(platformQuery)
  if (!tenant) await queryClient.ensureQueryData(tenantAppApi.timeZone())
}

/** The zone in which the organization reads its times, on pages whose loader is `loadZone` or on its own host. */
export function useZone(): string {
  const { tenant } = usePlatform()
  const { data } = useSuspenseQuery({
    ...tenantAppApi.timeZone(),
    ...(tenant ? { initialData: { timeZone: tenant.timeZone } } : {}),
  })
  return data.timeZone
}
