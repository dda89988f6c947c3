import { createClient } from '#core/web/client.ts'
import { analyticsContract } from '../contract.ts'

export const analyticsApi = createClient(analyticsContract)
