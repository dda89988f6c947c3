import { createClient } from '#core/web/client.ts'
import { usersContract } from '../contract.ts'

export const usersApi = createClient(usersContract)
