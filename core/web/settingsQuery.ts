import { settingsContract } from '#core/contract/settings.ts'
import { createClient } from './client.ts'

export const settingsApi = createClient(settingsContract)

/** The global settings, for super admins on the platform's host. */
export const settingsQuery = settingsApi.getSettings()
