import { createClient } from '#core/web/client.ts'
import { reportsContract } from '../contract.ts'

export const reportsApi = createClient(reportsContract)
