import { createClient } from '#core/web/client.ts'
import { dashboardsContract } from '../contract.ts'

export const dashboardsApi = createClient(dashboardsContract)
