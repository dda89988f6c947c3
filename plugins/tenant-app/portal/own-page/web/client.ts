import { createClient } from '#core/web/client.ts'
import { ownPageContract } from '../contract.ts'

export const ownPageApi = createClient(ownPageContract)
