import { createClient } from '#core/web/client.ts'
import { familiesContract } from '../contract.ts'

export const familiesApi = createClient(familiesContract)
