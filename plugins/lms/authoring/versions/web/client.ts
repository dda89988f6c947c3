import { createClient } from '#core/web/client.ts'
import { versionsContract } from '../contract.ts'

export const versionsApi = createClient(versionsContract)
