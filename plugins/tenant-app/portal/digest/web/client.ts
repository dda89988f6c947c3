import { createClient } from '#core/web/client.ts'
import { digestContract } from '../contract.ts'

export const digestApi = createClient(digestContract)
