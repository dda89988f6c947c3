import { automationApi } from './client.ts'

/** Milliseconds between reads of the upgrade logs (spec part 1, section 9); the figures above them keep step. */
export const REFRESH_MS = 30_000

export const overviewQuery = () => ({ ...automationApi.automationOverview(), refetchInterval: REFRESH_MS })
