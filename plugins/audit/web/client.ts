import { createClient } from '#core/web/client.ts'
import { auditContract, tenantAuditContract } from '../contract.ts'

export const auditApi = createClient(auditContract)
export const tenantAuditApi = createClient(tenantAuditContract)
