import { createClient } from '#core/web/client.ts'
import { restrictionsContract } from '../contract.ts'

export const restrictionsApi = createClient(restrictionsContract)
