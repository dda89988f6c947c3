import { createClient } from '#core/web/client.ts'
import { toolsContract } from '../contract.ts'

export const toolsApi = createClient(toolsContract)
