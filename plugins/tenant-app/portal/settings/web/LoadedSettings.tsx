import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import type { OrganizationSettings } from '../contract.ts'
import { settingsApi } from './client.ts'

/** Renders a tab once the organization's settings are loaded. */
export function LoadedSettings({ children }: { children: (settings: OrganizationSettings) => React.ReactNode }) {
  const settings = useQuery(settingsApi.organizationSettings())
  if (settings.data) return children(settings.data)
  if (settings.error) return <ErrorState error={settings.error} onRetry={settings.refetch} />
  return <Skeleton height={320} />
}
