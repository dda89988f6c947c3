import { webhooksContract } from '#core/contract/webhooks.ts'
import { createClient } from '../../client.ts'

export const webhooksApi = createClient(webhooksContract)
