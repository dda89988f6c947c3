import { createClient } from '#core/web/client.ts'
import { reportChecksContract } from '../checks-contract.ts'
import { reportsContract } from '../contract.ts'

export const reportsApi = createClient(reportsContract)
export const reportChecksApi = createClient(reportChecksContract)
