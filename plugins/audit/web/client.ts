import { createClient } from '#core/web/client.ts'
import { auditContract } from '../contract.ts'

export const auditApi = createClient(auditContract)
