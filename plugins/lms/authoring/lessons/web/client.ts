import { createClient } from '#core/web/client.ts'
import { lessonsContract } from '../contract.ts'

export const lessonsApi = createClient(lessonsContract)
