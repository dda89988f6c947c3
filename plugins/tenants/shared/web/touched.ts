import { analyticsApi } from '../../analytics/web/client.ts'
import { organizationsApi } from '../../organizations/web/client.ts'
import { usersApi } from '../../users/web/client.ts'

/**
 * The reads that every change of an organization or a user makes wrong: organizations count their users, users name
 * their organization, and the dashboard counts both. The key of one user stands for the search too.
 */
export const touched = [organizationsApi.listTenants.key(), usersApi.getUser.key(), analyticsApi.platformStats.key()]
