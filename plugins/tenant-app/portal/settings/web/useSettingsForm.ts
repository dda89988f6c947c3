import { useMutation, useQueryClient } from '@tanstack/react-query'
import { platformQuery, sessionQuery } from '#core/web/session.ts'
import { useEditForm } from '#core/web/ui/forms/useEditForm.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { seriesReads } from '../../../scheduling/series/web/client.ts'
import { tenantAppApi } from '../../../shared/web/client.ts'
import { organizationSettingsChange } from '../contract.ts'
import type { OrganizationSettings, OrganizationSettingsChange } from '../contract.ts'
import { settingsApi } from './client.ts'

/** Name, colors, logo and zone are in the frame around every page too, and another zone moves sessions. */
const touches = [
  ...seriesReads,
  settingsApi.organizationSettings.key(),
  tenantAppApi.timeZone.key(),
  platformQuery.queryKey,
  sessionQuery.queryKey,
]

/**
 * The form of one tab: it sends its own fields alone, so that two tabs never undo each other.
 * @param ask what else has to be decided before a change is saved; what it throws is shown
 */
export function useSettingsForm(
  settings: OrganizationSettings,
  fields: readonly Exclude<keyof OrganizationSettings, 'updatedAt' | 'isTimeZoneConfirmed'>[],
  ask?: (change: OrganizationSettingsChange, known: OrganizationSettings) => Promise<OrganizationSettingsChange>,
) {
  const update = useMutation(settingsApi.updateOrganizationSettings.mutation({ touches }))
  const queryClient = useQueryClient()
  return useEditForm({
    thing: settings,
    schema: organizationSettingsChange,
    editable: (current) => Object.fromEntries(fields.map((field) => [field, current[field]])),
    save: async (change, known) => {
      const decided = await ask?.(change, known)
      const saved = await update.mutateAsync({ body: { ...change, ...decided, updatedAt: known.updatedAt } })
      notify({ title: 'Settings Saved' })
      return saved
    },
    reread: () => queryClient.fetchQuery({ ...settingsApi.organizationSettings(), staleTime: 0 }),
  })
}
