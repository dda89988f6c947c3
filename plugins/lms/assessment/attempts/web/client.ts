import { createClient } from '#core/web/client.ts'
import { attemptsContract } from '../contract.ts'

export const attemptsApi = createClient(attemptsContract)
