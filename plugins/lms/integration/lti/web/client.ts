import { createClient } from '#core/web/client.ts'
import { ltiContract } from '../contract.ts'

export const ltiApi = createClient(ltiContract)
