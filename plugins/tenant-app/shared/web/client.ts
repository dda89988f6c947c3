import { createClient } from '#core/web/client.ts'
import { tenantAppContract } from '../../contract.ts'

export const tenantAppApi = createClient(tenantAppContract)
