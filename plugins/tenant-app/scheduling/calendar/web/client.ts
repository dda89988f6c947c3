import { createClient } from '#core/web/client.ts'
import { calendarContract } from '../contract.ts'

export const calendarApi = createClient(calendarContract)
