import { createClient } from '#core/web/client.ts'
import { settingsContract } from '../contract.ts'

export const settingsApi = createClient(settingsContract)
