import { createClient } from '#core/web/client.ts'
import { erasuresContract } from '../contract.ts'

export const erasuresApi = createClient(erasuresContract)
