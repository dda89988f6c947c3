import { createClient } from '#core/web/client.ts'
import { invitationsContract } from '../contract.ts'

export const invitationsApi = createClient(invitationsContract)
