import { createClient } from '#core/web/client.ts'
import { healthContract } from '../contract.ts'

export const healthApi = createClient(healthContract)
