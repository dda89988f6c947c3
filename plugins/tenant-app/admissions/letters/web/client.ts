import { createClient } from '#core/web/client.ts'
import { lettersContract } from '../contract.ts'

export const lettersApi = createClient(lettersContract)
