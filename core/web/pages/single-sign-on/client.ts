import { ssoContract } from '#core/contract/single-sign-on.ts'
import { createClient } from '../../client.ts'

export const ssoApi = createClient(ssoContract)
