import { createClient } from '#core/web/client.ts'
import { transferContract } from '../contract.ts'

export const transferApi = createClient(transferContract)
