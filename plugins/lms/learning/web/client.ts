import { createClient } from '#core/web/client.ts'
import { learningContract } from '../contract.ts'

export const learningApi = createClient(learningContract)
