import { useMutation, useQueryClient } from '@tanstack/react-query'
import { platformQuery, sessionQuery } from '#core/web/session.ts'
import { useEditForm } from '#core/web/ui/forms/useEditForm.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { seriesReads } from '../../../scheduling/series/web/client.ts'
import { tenantAppApi } from '../../../shared/web/client.ts'
import { organizationSettingsChange } from '../contract.ts'
import type { OrganizationSettings, OrganizationSettingsChange } from '../contract.ts'
import { settingsApi } from './client.ts'

/** The frame of every page shows name, colors, logo and zone too, and a new zone moves sessions. */
const touches = [
  ...seriesReads,
  settingsApi.organizationSettings.key(),
  tenantAppApi.timeZone.key(),
  platformQuery.queryKey,
  sessionQuery.queryKey,
]

/**
 * Form of one tab: it sends its own fields only, so that two tabs never undo each other.
 * @param ask decision that a change needs before it is saved; its errors are shown
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
