import { createClient } from '#core/web/client.ts'
import { notificationsContract } from '../contract.ts'

export const notificationsApi = createClient(notificationsContract)
