import { createClient } from '#core/web/client.ts'
import { pointsContract } from '../contract.ts'

export const pointsApi = createClient(pointsContract)
