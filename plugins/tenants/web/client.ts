import { createClient } from '#core/web/client.ts'
import { analyticsContract } from '../analytics-contract.ts'
import { tenantsContract } from '../contract.ts'

export const tenantsApi = createClient(tenantsContract)
export const analyticsApi = createClient(analyticsContract)

/**
 * The reads that every change here makes wrong: organizations count their users, users name their organization, and
 * the dashboard counts both. The key of one user stands for the search too.
 */
export const touched = [tenantsApi.listTenants.key(), tenantsApi.getUser.key(), tenantsApi.platformStats.key()]
