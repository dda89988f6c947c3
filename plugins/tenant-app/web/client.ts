import { createClient } from '#core/web/client.ts'
import { tenantAppContract } from '../contract.ts'

export const tenantAppApi = createClient(tenantAppContract)

/** What a new or changed session shows in: lists, figures, panels and the activity. */
export const sessionReads = [
  tenantAppApi.listSessions.key(),
  tenantAppApi.dashboardStats.key(),
  tenantAppApi.dashboardPanels.key(),
  tenantAppApi.tenantStats.key(),
  tenantAppApi.listActivity.key(),
]
