import { createClient } from '#core/web/client.ts'
import { handInsContract } from '../contract.ts'

export const handInsApi = createClient(handInsContract)
