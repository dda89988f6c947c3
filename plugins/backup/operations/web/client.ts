import { createClient } from '#core/web/client.ts'
import { organizationsContract } from '#plugins/tenants/organizations/contract.ts'
import { backupContract } from '../contract.ts'

export const backupApi = createClient(backupContract)
/** Client of a plugin that may be off. */
export const tenantsApi = createClient(organizationsContract)
