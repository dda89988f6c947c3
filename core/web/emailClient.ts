import { emailContract } from '#core/contract/email.ts'
import { createClient } from './client.ts'

export const emailApi = createClient(emailContract)
