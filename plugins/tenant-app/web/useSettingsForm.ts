import { useMutation } from '@tanstack/react-query'
import { platformQuery, sessionQuery } from '#core/web/session.ts'
import { useContractForm } from '#core/web/ui/contractForm.ts'
import { notify } from '#core/web/ui/notificationQueue.ts'
import { organizationSettingsChange } from '#plugins/tenant-app/contract.ts'
import type { OrganizationSettings } from '#plugins/tenant-app/contract.ts'
import { tenantAppApi } from './client.ts'

/** Name, colours, logo and zone are in the frame around every page too. */
const touches = [
  tenantAppApi.organizationSettings.key(),
  tenantAppApi.timeZone.key(),
  platformQuery.queryKey,
  sessionQuery.queryKey,
]

/** The form of one tab: it sends its own fields alone, so that two tabs never undo each other. */
export function useSettingsForm(
  settings: OrganizationSettings,
  fields: readonly Exclude<keyof OrganizationSettings, 'updatedAt'>[],
) {
  const update = useMutation(tenantAppApi.updateOrganizationSettings.mutation({ touches }))
  return useContractForm(organizationSettingsChange, {
    defaultValues: Object.fromEntries(fields.map((field) => [field, settings[field]])),
    submit: async (change) => {
      await update.mutateAsync({ body: { ...change, updatedAt: settings.updatedAt } })
      notify({ title: 'Settings Saved' })
    },
  })
}
