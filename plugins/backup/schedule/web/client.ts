import { createClient } from '#core/web/client.ts'
import { scheduleContract } from '../contract.ts'

export const scheduleApi = createClient(scheduleContract)
