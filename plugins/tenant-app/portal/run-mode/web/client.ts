import { createClient } from '#core/web/client.ts'
import { runContract } from '../contract.ts'

export const runApi = createClient(runContract)
