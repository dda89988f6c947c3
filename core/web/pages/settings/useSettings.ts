import { useQuery, useQueryClient } from '@tanstack/react-query'
import { refresh } from '#core/web/client.ts'
import { platformQuery } from '#core/web/session.ts'
import type { SettingsChange, SettingsView } from '#core/contract/settings.ts'
import { settingsApi, settingsQuery } from '#core/web/settingsQuery.ts'

/** The settings as they are now: read anew by each page, since a form must not begin with what was true an hour ago. */
export function useSettings() {
  const query = useQuery({ ...settingsQuery, refetchOnMount: 'always' })
  return { ...query, data: query.isFetchedAfterMount ? query.data : undefined }
}

/**
 * Saves a change on top of the settings as this page knows them: the core's, or those that a plugin declares.
 * @throws ApiError with the code `outdated` when another user saved in between
 */
export function useSaveSettings() {
  const queryClient = useQueryClient()
  return async (change: SettingsChange | Readonly<Record<string, unknown>>): Promise<SettingsView> => {
    const known = queryClient.getQueryData(settingsQuery.queryKey)
    const saved = await settingsApi.updateSettings.call({ body: { ...change, updatedAt: known?.updatedAt } })
    queryClient.setQueryData(settingsQuery.queryKey, saved)
    await refresh(queryClient, [platformQuery.queryKey])
    return saved
  }
}
