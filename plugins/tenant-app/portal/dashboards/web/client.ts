import { createClient } from '#core/web/client.ts'
import { dashboardsContract } from '../contract.ts'

export const dashboardsApi = createClient(dashboardsContract)

/** Milliseconds after which an open dashboard asks what goes on by now. */
export const REFRESH_INTERVAL_MS = 60_000
