import { createClient } from '#core/web/client.ts'
import { organizationsContract } from '../contract.ts'

export const organizationsApi = createClient(organizationsContract)
