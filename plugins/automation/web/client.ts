import { createClient } from '#core/web/client.ts'
import { automationContract } from '../contract.ts'

export const automationApi = createClient(automationContract)
