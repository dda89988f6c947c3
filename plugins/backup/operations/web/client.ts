import { createClient } from '#core/web/client.ts'
import { tenantsContract } from '#plugins/tenants/contract.ts'
import { backupContract } from '../contract.ts'

export const backupApi = createClient(backupContract)
/** Of a plugin that may be off. */
export const tenantsApi = createClient(tenantsContract)
