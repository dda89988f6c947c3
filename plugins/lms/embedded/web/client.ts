import { createClient } from '#core/web/client.ts'
import { embeddedContract } from '../contract.ts'

export const embeddedApi = createClient(embeddedContract)
