import { createClient } from '#core/web/client.ts'
import { concernsContract } from '../contract.ts'

export const concernsApi = createClient(concernsContract)
