import { createClient } from '#core/web/client.ts'
import { importsContract } from '../contract.ts'

export const importsApi = createClient(importsContract)
