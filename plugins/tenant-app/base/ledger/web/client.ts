import { createClient } from '#core/web/client.ts'
import { ledgerContract } from '../contract.ts'

export const ledgerApi = createClient(ledgerContract)
